//! What an order brings of the loyalty card (docs/spec/people.md, "Slices of a unit").

use chain::Chain;

use crate::order::{Order, order, plain, wide};

/// Of each line: slices of a unit, units, units whose base is free.
fn lines(order: &Order, chain: &Chain) -> Vec<(u32, u32, u32)> {
    order.priced(chain, |priced| {
        priced.slices().0.iter().map(|line| (line.of_unit, line.units, line.free_units)).collect()
    })
}

fn total(order: &Order, chain: &Chain) -> u32 {
    order.priced(chain, |priced| priced.slices().total())
}

#[test]
fn a_unit_brings_what_its_product_says_or_else_its_category_and_size() {
    let cart = order(vec![
        plain("a", "3001", "101", 1),
        plain("b", "3001", "102", 3),
        plain("c", "3004", "101", 2),
        plain("d", "3012", "100", 1),
        plain("e", "3022", "100", 4),
    ]);
    assert_eq!(lines(&cart, &wide("")), [(1, 1, 0), (2, 3, 0), (3, 2, 0), (1, 1, 0), (0, 4, 0)]);
    assert_eq!(total(&cart, &wide("")), 14);
}

// spec: LO-03, LO-04
#[test]
fn the_built_in_chain_brings_what_the_contract_says() {
    let chain = Chain::built_in();
    let slices = |category: &str, size: &str| -> Vec<u32> {
        let of_category = chain.menu().products().iter().filter(|product| product.category.as_str() == category);
        let in_size = of_category.filter_map(|product| Some((product, product.size(size)?)));
        in_size.map(|(product, size)| chain.menu().loyalty_slices(product, &size.id)).collect()
    };
    for (category, size, expected) in [
        ("pizza", "101", 1),
        ("pizza", "102", 2),
        ("monster", "201", 1),
        ("monster", "202", 2),
        ("lankku", "100", 1),
        ("kotzone", "100", 1),
        ("rulla", "100", 1),
        ("minimonster", "100", 0),
        ("dipattavat", "100", 0),
        ("hapanjuuri", "100", 0),
        ("dip", "100", 0),
        ("drink", "302", 0),
        ("icecream", "100", 0),
        ("snacks", "100", 0),
        ("alcohol", "100", 0),
    ] {
        let of_products = slices(category, size);
        assert!(!of_products.is_empty() && of_products.iter().all(|one| *one == expected), "{category} {size}");
    }
}

#[test]
fn a_free_product_brings_nothing_and_a_cheaper_one_counts_in_full() {
    let free = r#"{"campaignId":"etu","kind":"freeProduct","name":"Ilmainen pizza","benefitType":"freePizza","categories":["pizza"],"sizes":["101"]}"#;
    let mut cart = order(vec![plain("a", "3001", "101", 2), plain("b", "3001", "102", 1)]).codes(&["0123456789abc"]);
    cart.known.benefits.insert("0123456789abc", "freePizza");
    assert_eq!((lines(&cart, &wide(free)), total(&cart, &wide(free))), (vec![(1, 2, 1), (2, 1, 0)], 3));
    let half = r#"{"campaignId":"p","kind":"percent","name":"Puolet","percent":50}"#;
    let cart = order(vec![plain("a", "3001", "101", 2)]);
    assert_eq!(lines(&cart, &wide(half)), [(1, 2, 0)]);
    let nothing = r#"{"campaignId":"p","kind":"percent","name":"Kaikki","percent":100}"#;
    assert_eq!(lines(&cart, &wide(nothing)), [(1, 2, 0)], "a price is reduced, no base is free");
}

#[test]
fn of_a_group_the_free_units_bring_nothing() {
    let three = r#"{"campaignId":"k","kind":"buyPay","name":"Kolme kahdella","buy":3,"pay":2,"products":["3001"]}"#;
    let cart = order(vec![plain("a", "3001", "101", 2), plain("b", "3001", "102", 5)]);
    assert_eq!(lines(&cart, &wide(three)), [(1, 2, 1), (2, 5, 1)]);
    assert_eq!(total(&cart, &wide(three)), 1 + 8);
}

#[test]
fn what_an_order_keeps_of_its_price_says_its_slices() {
    let three = r#"{"campaignId":"k","kind":"buyPay","name":"Kolme kahdella","buy":3,"pay":2,"products":["3001"]}"#;
    let cart = order(vec![plain("a", "3001", "102", 3), plain("b", "3022", "100", 1)]);
    cart.priced(&wide(three), |priced| {
        let cart = serde_json::value::RawValue::from_string("{}".to_owned()).unwrap();
        let kept = serde_json::to_string(&pricing::PriceRecord::of(priced, cart)).unwrap();
        let read: pricing::PriceRecord = serde_json::from_str(&kept).unwrap();
        assert_eq!((read.slices(), read.slices().total()), (priced.slices(), 4));
    });
    let older = r#"{"lines":[{"quantity":1,"name":"Pizza","size":null,"allergens":[],"changes":[],"price":1290,"discount":0}],"sums":[],"vat":[],"cart":{}}"#;
    let read: pricing::PriceRecord = serde_json::from_str(older).unwrap();
    assert_eq!(read.slices().total(), 0);
}
