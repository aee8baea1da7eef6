//! How long it takes to read and check the built-in chain, and one of fifty times as many products and restaurants.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::hint::black_box;

use chain::Chain;
use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Value;

const RESTAURANTS: &str = include_str!("../../../content/restaurants.json");
const AREAS: &str = include_str!("../../../content/areas.json");
const MENU: &str = include_str!("../../../content/menu.json");

/// The rows of a file so often, the ids of each turn with its number before them.
fn times(rows: &Value, turns: usize, ids: &[&str]) -> Value {
    let rows = rows.as_array().unwrap();
    let turn = |turn: usize| {
        rows.iter().map(move |row| {
            let mut row = row.clone();
            for id in ids.iter().filter(|_| turn > 0) {
                if let Some(Value::String(text)) = row.get_mut(*id) {
                    *text = format!("{turn}{text}");
                }
            }
            row
        })
    };
    (0..turns).flat_map(turn).collect()
}

/// The files of a chain that is so many times as large.
fn files(turns: usize) -> [(&'static str, String); 3] {
    let [shops, areas, mut menu] = [RESTAURANTS, AREAS, MENU].map(|text| serde_json::from_str::<Value>(text).unwrap());
    // Its products stay what they are: an ingredient is named by many.
    menu["products"] = times(&menu["products"], turns, &["productId", "slug", "name"]);
    [
        (
            "restaurants.json",
            times(&shops, turns, &["shopId", "restaurantId", "externalId", "shopExternalId", "displayName"])
                .to_string(),
        ),
        ("areas.json", times(&areas, turns, &["shopId", "zoneId"]).to_string()),
        ("menu.json", menu.to_string()),
    ]
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a chain read and checked");
    group.sample_size(10);
    for turns in [1, 50] {
        let files = files(turns);
        let texts: Vec<(&'static str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
        let chain = Chain::of_texts(&texts);
        assert!(chain.is_ok(), "{:?}", chain.err().map(|faults| faults.to_string()));
        group.bench_function(format!("{turns} times the built-in one"), |bench| {
            bench.iter(|| Chain::of_texts(black_box(&texts)).is_ok());
        });
    }
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
