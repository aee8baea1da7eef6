//! The figures: what `docs/operating.md` describes, and what the alerts and the dashboard ask for, is what a node that has
//! worked shows; and all that it shows is described.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, TestApp},
    db::{self, DatabaseKind},
    dispatcher::DispatchClient,
    watcher::Watcher,
};

use crate::page::table;

const OPERATING: &str = include_str!("../../../../docs/operating.md");
const ALERTS: &str = include_str!("../../../../deploy/alerts.yml");
const TRIED: &str = include_str!("../../../../deploy/alerts.test.yml");
const DASHBOARD: &str = include_str!("../../../../deploy/grafana/ovelle.json");

/// Labels that Prometheus gives, or that a query makes.
const OF_PROMETHEUS: [&str; 5] = ["job", "instance", "le", "alertname", "alertstate"];

/// What `/metrics` shows.
#[derive(Debug, Default)]
struct Shown {
    /// The names by which an operator knows the figures: histograms without their ends.
    figures: BTreeSet<String>,
    /// The names of their values.
    series: BTreeSet<String>,
    /// The values of each label.
    labels: BTreeMap<String, BTreeSet<String>>,
}

impl Shown {
    fn of(text: &str) -> Self {
        let mut shown = Self::default();
        let kinds: BTreeMap<&str, &str> =
            text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let series = line.split(['{', ' ']).next().unwrap_or_default();
            shown.series.insert(series.to_owned());
            let family = ["_bucket", "_sum", "_count"].iter().find_map(|end| series.strip_suffix(end));
            let histogram = family.filter(|family| kinds.get(family) == Some(&"histogram"));
            shown.figures.insert(histogram.unwrap_or(series).to_owned());
            let labels =
                line.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map_or("", |(labels, _)| labels);
            for (name, value) in matchers(labels) {
                shown.labels.entry(name).or_default().insert(value);
            }
        }
        shown
    }

    /// Whether every value that is asked for is there.
    fn assert_answers(&self, asked: &str, whose: &str) {
        for name in words(asked).filter(|word| word.starts_with("ovelle_") || word.starts_with("process_")) {
            assert!(self.series.contains(name), "{whose}: no node shows {name}");
        }
        for selector in asked.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(selector, _)| selector) {
            for (label, value) in matchers(selector).filter(|(label, _)| !OF_PROMETHEUS.contains(&label.as_str())) {
                let values = self.labels.get(&label).unwrap_or_else(|| panic!("{whose}: no node shows {label}"));
                let is_there = value.split('|').all(|value| values.contains(value));
                assert!(is_there || label == "version", "{whose}: no node shows {label}={value}, but {values:?}");
            }
        }
    }
}

/// The parts of a text that may be names of figures.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_lowercase() && !c.is_ascii_digit() && c != '_').filter(|word| !word.is_empty())
}

/// The labels of a value or a query, with what they are or are asked to be.
fn matchers(labels: &str) -> impl Iterator<Item = (String, String)> {
    let parts = labels.split(',').filter_map(|part| part.split_once('='));
    parts.map(|(name, value)| (name.trim().to_owned(), value.trim_matches(['~', '"', ' ']).to_owned()))
}

/// Every query of the dashboard.
fn queries(dashboard: &Value) -> Vec<String> {
    match dashboard {
        Value::Object(fields) => {
            let own = ["expr", "query"].iter().filter_map(|name| fields.get(*name)?.as_str().map(str::to_owned));
            own.chain(fields.values().flat_map(queries)).collect()
        }
        Value::Array(items) => items.iter().flat_map(queries).collect(),
        _ => Vec::new(),
    }
}

/// What a node shows that has taken an order to its door.
async fn work(app: &TestApp) -> Shown {
    let kitchen = app.kitchen();
    let order = kitchen.register(&json!({})).await;
    let mut watcher = Watcher::open(app).await;
    watcher.subscribe(&order, None).await;
    watcher.expect("subscribed").await;
    kitchen.put_batch("b", "car", &[&order.id]).await;
    kitchen.depart("b").await;
    kitchen.position("car", (60.17, 24.94), deps::Clock::now(&app.clock)).await;
    let mut line = DispatchClient::open(app, CHAIN_KEY).await;
    let reported = line.report(&order.id, 11).await;
    line.answer(reported).await;
    app.node().hub().sweep().await;
    let answer = app.http.get(app.url("/metrics")).send().await.unwrap();
    Shown::of(&answer.text().await.unwrap())
}

#[test]
fn what_is_described_and_asked_for_is_what_a_node_shows() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = TestApp::start(&db).await;
        let shown = work(&app).await;
        let described = table(OPERATING, "Figures").into_iter().map(|row| {
            assert!(row.len() == 3 && row.iter().all(|cell| !cell.is_empty()), "{row:?}");
            row[0].trim_matches('`').to_owned()
        });
        let described: BTreeSet<String> = described.collect();
        // What the kernel says of a process, only Linux says.
        let is_told = |name: &&String| cfg!(target_os = "linux") || !name.starts_with("process_");
        let expected: BTreeSet<&String> = described.iter().filter(is_told).collect();
        assert_eq!(shown.figures.iter().collect::<BTreeSet<_>>(), expected, "what is shown, and what is described");
        if !cfg!(target_os = "linux") {
            return;
        }
        for name in words(OPERATING).filter(|word| word.starts_with("ovelle_") || word.starts_with("process_")) {
            assert!(described.contains(name), "docs/operating.md names {name} and does not describe it");
        }
        shown.assert_answers(ALERTS, "deploy/alerts.yml");
        shown.assert_answers(TRIED, "deploy/alerts.test.yml");
        let dashboard: Value = serde_json::from_str(DASHBOARD).unwrap();
        let queries = queries(&dashboard);
        assert!(queries.len() > 40, "{} queries", queries.len());
        for query in queries {
            shown.assert_answers(&query, "deploy/grafana/ovelle.json");
        }
    });
}

#[test]
fn every_alert_is_tried_and_has_its_row() {
    let alerts: BTreeSet<&str> = ALERTS.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")).collect();
    assert!(alerts.len() > 10, "{alerts:?}");
    let rows = table(OPERATING, "Alerts and dashboard");
    let rows: BTreeSet<&str> =
        rows.iter().flat_map(|row| row[0].split(", ")).map(|name| name.trim_matches('`')).collect();
    assert_eq!(rows, alerts);
    for alert in alerts {
        assert!(TRIED.contains(alert), "deploy/alerts.test.yml does not try {alert}");
    }
}
