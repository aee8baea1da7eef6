//! Addresses that are changed by twenty calls at once, over two nodes.

use std::collections::BTreeMap;

use bus::LocalBus;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    app::{Setup, TestApp},
    customer::CustomerPerson,
    db::TestDb,
    store_contract,
};

use crate::addresses::{ADDRESSES, add, address};

/// Somebody at two nodes.
async fn at_two_nodes(db: &TestDb) -> ([TestApp; 2], [CustomerPerson; 2]) {
    let mut places = LocalBus::nodes(2);
    let (second, first) = (places.remove(1), places.remove(0));
    let nodes = [Setup::default().bus(first).start(db).await, Setup::default().bus(second).start(db).await];
    let aino = CustomerPerson::register(&nodes[0], "aino").await;
    let there = aino.at(&nodes[1]);
    (nodes, [aino, there])
}

/// How often each status and code came, as `201` or `409 address/too-many`.
async fn at_once(people: &[CustomerPerson; 2], calls: Vec<(Method, String, Value)>) -> BTreeMap<String, usize> {
    let sent = calls.iter().enumerate().map(|(n, (method, path, body))| people[n % 2].call(method.clone(), path, body));
    let mut came = BTreeMap::new();
    for answer in join_all(sent).await {
        let name = format!("{} {}", answer.status.as_u16(), answer.code());
        *came.entry(name.trim().to_owned()).or_default() += 1;
    }
    came
}

/// How many addresses there are; one of them is primary, and stands first.
async fn one_is_primary(person: &CustomerPerson) -> usize {
    let listed = person.get(ADDRESSES).await.body;
    let marks: Vec<bool> = listed.as_array().unwrap().iter().map(|one| one["primaryAddress"] == true).collect();
    assert_eq!(marks.iter().filter(|mark| **mark).count(), usize::from(!marks.is_empty()), "{listed}");
    assert!(marks.first().is_none_or(|first| *first), "{listed}");
    marks.len()
}

store_contract!(one_address_is_primary_after_any_race, |db| async move {
    let (_nodes, people) = at_two_nodes(&db).await;
    for round in 0..3 {
        let mut kept = Vec::new();
        for n in 0..4 {
            kept.push(add(&people[0], &address(&format!("Kierros {round} talo {n}"))).await);
        }
        let call = |n: usize| {
            let path = format!("{ADDRESSES}/{}", kept[n % 4]);
            let mut body = address(&format!("Kierros {round} uusi {n}"));
            body["primaryAddress"] = json!(n.is_multiple_of(2));
            match n % 5 {
                0 | 1 => (Method::POST, ADDRESSES.to_owned(), body),
                2 => (Method::PUT, path, body),
                3 => (Method::POST, format!("{path}/primary"), json!({})),
                _ => (Method::DELETE, path, Value::Null),
            }
        };
        let came = at_once(&people, (0..20).map(call).collect()).await;
        let taken = ["200", "201", "204", "404 address/not-found", "409 address/too-many"];
        assert!(came.keys().all(|name| taken.contains(&name.as_str())), "{came:?}");
        assert!(one_is_primary(&people[round % 2]).await <= 20);
    }
    let all = people[1].get(ADDRESSES).await.body;
    let delete = |one: &Value| {
        let path = format!("{ADDRESSES}/{}", one["addressId"].as_str().unwrap());
        [(Method::DELETE, path.clone(), Value::Null), (Method::DELETE, path, Value::Null)]
    };
    let count = all.as_array().unwrap().len();
    let came = at_once(&people, all.as_array().unwrap().iter().flat_map(delete).collect()).await;
    assert_eq!((came["204"], came["404 address/not-found"]), (count, count));
    assert_eq!(one_is_primary(&people[0]).await, 0);
});

store_contract!(never_more_than_twenty_addresses_whoever_is_quicker, |db| async move {
    let (_nodes, people) = at_two_nodes(&db).await;
    for n in 0..18 {
        add(&people[0], &address(&format!("Talo {n}"))).await;
    }
    let new = |n: usize| (Method::POST, ADDRESSES.to_owned(), address(&format!("Uusi {n}")));
    let came = at_once(&people, (0..20).map(new).collect()).await;
    assert_eq!(came, BTreeMap::from([("201".to_owned(), 2), ("409 address/too-many".to_owned(), 18)]));
    assert_eq!(one_is_primary(&people[1]).await, 20);
    let again = people[1].post(ADDRESSES, &address("TALO 7")).await;
    assert_eq!(again.status, 200, "one that is there is none more: {}", again.body);
    let late = people[1].post(ADDRESSES, &address("Uusi 99")).await;
    assert_eq!(late.body["message"], "Osoitteita voi olla enintään 20.");
});

store_contract!(the_same_address_twenty_times_at_once_is_one, |db| async move {
    let (_nodes, people) = at_two_nodes(&db).await;
    let spelled = |n: usize| if n.is_multiple_of(3) { "LIISANKATU 12" } else { "Liisankatu 12" };
    let same = |n: usize| (Method::POST, ADDRESSES.to_owned(), address(spelled(n)));
    let came = at_once(&people, (0..20).map(same).collect()).await;
    assert_eq!(came, BTreeMap::from([("200".to_owned(), 19), ("201".to_owned(), 1)]));
    assert_eq!(one_is_primary(&people[0]).await, 1);
});
