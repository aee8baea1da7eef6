//! The best lawful price: which codes, why, and what is missing for the next (docs/spec/ordering.md, "The best lawful
//! price").

use chain::Chain;
use domain::money::Cents;
use pricing::{BestPrice, CodeSource};

use crate::order::{Order, example, order, plain};

const PIZZA_SOON: (&str, &str) = ("7q2m9x4t8w300", "2026-12-01T23:59:59");
const PIZZA_LATE: (&str, &str) = ("7q2m9x4t8w301", "2027-01-01T23:59:59");
const MONEY: (&str, &str) = ("7q2m9x4t8w302", "2027-01-01T23:59:59");

/// A coupon of pizzas with a code that is called as it is.
fn coupon(id: &str, fields: &str) -> String {
    format!(
        r#"{{"campaignId":"{id}","name":"Etu {id}","isCoupon":true,"promotionCode":"{id}","products":["3001"],"sizes":["101"],{fields}}}"#
    )
}

fn coupons(all: &[(&str, &str)]) -> Chain {
    let all: Vec<String> = all.iter().map(|(id, fields)| coupon(id, fields)).collect();
    example(&all.join(","))
}

/// So many pizzas of 12.90 €.
fn pizzas(count: u32) -> Order {
    order(vec![plain("a", "3001", "101", count)])
}

/// The codes, what is left to pay and what is saved.
fn short(best: &BestPrice) -> (Vec<&str>, i64, i64) {
    assert!(best.is_complete);
    (best.codes.iter().map(|code| code.as_str()).collect(), best.payable.0, best.saving.0)
}

/// Codes or campaigns, and what they take off.
fn reasons(best: &BestPrice) -> Vec<(&str, &str, i64)> {
    let reason = best.reasons.iter();
    reason
        .map(|one| {
            let by = one.code.as_ref().map_or(one.campaign.as_str(), |code| code.as_str());
            (by, one.name.as_str(), one.amount.0)
        })
        .collect()
}

fn missing(best: &BestPrice) -> Vec<(&str, i64)> {
    best.missing.iter().map(|one| (one.name.as_str(), one.missing.0)).collect()
}

/// The percentage, which stands first, would take both pizzas, and leave the other coupon none.
#[test]
fn codes_are_brought_in_the_order_in_which_they_take_most() {
    let chain =
        coupons(&[("kymmenys", r#""kind":"percent","percent":10"#), ("pizza", r#""kind":"productPrice","price":8.9"#)]);
    let best = pizzas(2).best(&chain, &[]);
    assert_eq!(short(&best), (vec!["pizza", "kymmenys"], 2051, 529));
    assert_eq!(reasons(&best), [("pizza", "Etu pizza", 400), ("kymmenys", "Etu kymmenys", 129)]);
    let one = pizzas(1).best(&chain, &[]);
    assert_eq!(short(&one), (vec!["pizza"], 890, 400), "one pizza takes one of them");
    let sent = pizzas(2).codes(&["kymmenys"]).best(&chain, &[]);
    assert_eq!(short(&sent), (vec!["pizza", "kymmenys"], 2051, 271), "less than the cart as it was sent");
    let drink = order(vec![plain("b", "3020", "100", 1)]).best(&chain, &[]);
    assert_eq!((short(&drink), drink.reasons.len()), ((vec![], 350, 0), 0));
}

/// A code that takes something off may cost the free delivery: then it is better left out.
#[test]
fn what_comes_by_itself_counts_and_what_is_missing_for_the_next_is_said() {
    let chain = example(&format!(
        r#"{{"campaignId":"kotiin","kind":"freeDelivery","name":"Ilmainen kuljetus","minimumOrderValue":25}},{},
        {{"campaignId":"salainen","kind":"amount","name":"Salainen","amount":3,"minimumOrderValue":15,"promotionCode":"salainen"}},
        {{"campaignId":"jasenten","kind":"amount","name":"Jäsenten","amount":3,"minimumOrderValue":15,"requireLogIn":true}},
        {{"campaignId":"etu","kind":"freeDelivery","name":"Etu","benefitType":"freeDelivery40","minimumOrderValue":40}}"#,
        coupon("kolme", r#""kind":"amount","amount":3,"minimumOrderValue":20"#)
    ));
    let one = pizzas(1).delivered().best(&chain, &[]);
    assert_eq!(short(&one), (vec![], 1290 + 890, 0));
    assert_eq!(missing(&one), [("Etu kolme", 710), ("Ilmainen kuljetus", 1210)], "of everybody's, the nearest first");
    let two = pizzas(2).delivered().best(&chain, &[]);
    assert_eq!((short(&two), missing(&two)), ((vec![], 2580, 0), vec![]));
    assert_eq!(reasons(&two), [("kotiin", "Ilmainen kuljetus", 890)]);
    let three = pizzas(3).delivered().best(&chain, &[]);
    assert_eq!((short(&three), missing(&three)), ((vec!["kolme"], 3570, 300), vec![]));
    assert_eq!(reasons(&three), [("kolme", "Etu kolme", 300), ("kotiin", "Ilmainen kuljetus", 890)]);
    let fetched = pizzas(1).best(&chain, &[]);
    assert_eq!(missing(&fetched), [("Etu kolme", 710)], "nothing is delivered");
    let drink = order(vec![plain("b", "3020", "100", 1)]).best(&chain, &[]);
    assert_eq!(missing(&drink), [], "more drinks would not bring a coupon of pizzas");
    let known = pizzas(1).by(pricing::PersonKind::Customer).best(&chain, &[]);
    assert_eq!(missing(&known), [("Jäsenten", 210), ("Etu kolme", 710)]);
}

#[test]
fn what_something_else_brings_is_missing_beside_it_alone() {
    let chain = example(
        r#"{"campaignId":"juoma","kind":"crossSell","name":"Juoma","amount":1,"triggerProducts":["3001"],"products":["3020"],
        "defaultProductId":"3020","minimumOrderValue":30}"#,
    );
    let drink = || plain("b", "3020", "100", 1);
    assert_eq!(missing(&order(vec![drink()]).best(&chain, &[])), []);
    let both = order(vec![plain("a", "3001", "101", 1), drink()]).best(&chain, &[]);
    assert_eq!(missing(&both), [("Juoma", 3000 - 1640)]);
}

#[test]
fn money_that_would_be_lost_is_not_proposed() {
    let chain = example(
        r#"{"campaignId":"lahja","kind":"prepaid","name":"5 € lahjaksi","benefitType":"giftCard5","amount":5,"source":"loyalty"}"#,
    );
    let of = |mut order: Order| {
        order.known.benefits.insert(MONEY.0, "giftCard5");
        order
    };
    let pizza = of(pizzas(1)).best(&chain, &[MONEY]);
    assert_eq!(short(&pizza), (vec![MONEY.0], 790, 500));
    assert_eq!(reasons(&pizza), [(MONEY.0, "5 € lahjaksi", 500)]);
    let drink = || of(order(vec![plain("b", "3020", "100", 1)]));
    assert_eq!(short(&drink().best(&chain, &[MONEY])), (vec![], 350, 0), "it is worth more");
    let chosen = drink().codes(&[MONEY.0]).best(&chain, &[MONEY]);
    assert_eq!(short(&chosen), (vec![MONEY.0], 0, 0), "unless it was sent");
}

#[test]
fn of_equal_prices_fewer_codes_win_and_then_those_that_expire_first() {
    let price = r#""kind":"productPrice","price":8.9"#;
    let late = format!(r#"{price},"end":"2027-06-01 00:00""#);
    let soon = format!(r#"{price},"end":"2026-12-31 00:00""#);
    let chain = coupons(&[("aina", price), ("myohaan", &late), ("pian", &soon)]);
    assert_eq!(short(&pizzas(1).best(&chain, &[])), (vec!["pian"], 890, 400));
    let two = r#""kind":"amount","amount":2,"end":"2026-12-31 00:00""#;
    let chain =
        coupons(&[("kaksi", two), ("toinen", two), ("nelja", r#""kind":"amount","amount":4,"exclusive":true"#)]);
    assert_eq!(short(&pizzas(1).best(&chain, &[])), (vec!["nelja"], 890, 400));
    let waiting = pizzas(1).codes(&["kaksi", "toinen"]).best(&chain, &[]);
    assert_eq!(short(&waiting), (vec!["nelja"], 890, 0), "nothing beats the cart as it was sent");
}

#[test]
fn five_codes_at_most_are_brought() {
    let euro = r#""kind":"amount","amount":1"#;
    let chain = coupons(&[("a", euro), ("b", euro), ("c", euro), ("d", euro), ("e", euro), ("f", euro)]);
    assert_eq!(short(&pizzas(1).best(&chain, &[])), (vec!["a", "b", "c", "d", "e"], 790, 500));
}

#[test]
fn equal_codes_are_offered_once_the_soonest_to_expire() {
    let chain = example(
        r#"{"campaignId":"etu","kind":"freeProduct","name":"Ilmainen pizza","benefitType":"freePizza","categories":["pizza"]}"#,
    );
    let offered = |codes: &[&str]| {
        let mut order = pizzas(2).codes(codes);
        order.known.benefits.extend([(PIZZA_SOON.0, "freePizza"), (PIZZA_LATE.0, "freePizza"), (MONEY.0, "giftCard5")]);
        let offered = order.offered(&chain, &[PIZZA_LATE, MONEY, PIZZA_SOON]);
        offered.into_iter().map(|one| (one.code.to_string(), one.source)).collect::<Vec<_>>()
    };
    let (soon, late) = (PIZZA_SOON.0.to_owned(), PIZZA_LATE.0.to_owned());
    assert_eq!(offered(&[]), [(soon.clone(), CodeSource::Benefit)], "what brings no campaign is none");
    assert_eq!(offered(&[PIZZA_LATE.0, "eiole"]), [(soon.clone(), CodeSource::Benefit)], "the sooner in its place");
    let both = [(late, CodeSource::Sent), (soon, CodeSource::Sent)];
    assert_eq!(offered(&[PIZZA_LATE.0, PIZZA_SOON.0]), both, "who sends two has two");
}

/// A benefit is of no use once its campaign is over.
#[test]
fn a_benefit_is_good_until_it_or_its_campaign_ends() {
    let until = |end: &str| {
        let chain = example(&format!(
            r#"{{"campaignId":"etu","kind":"freeProduct","name":"Etu","benefitType":"freePizza","end":"{end} 00:00"}}"#
        ));
        let mut order = pizzas(1);
        order.known.benefits.insert(PIZZA_LATE.0, "freePizza");
        order.offered(&chain, &[PIZZA_LATE])[0].until.unwrap().to_string()
    };
    assert_eq!(until("2026-12-01"), "2026-11-30T22:00:00Z");
    assert_eq!(until("2027-06-01"), "2027-01-01T21:59:59Z");
}

#[test]
fn usable_coupons_that_run_are_offered_and_twenty_four_codes_at_most() {
    let fields = [
        ("ohi", r#""kind":"amount","amount":1,"end":"2026-11-24 16:00""#),
        ("ensin", r#""kind":"amount","amount":1"#),
        ("tauolla", r#""kind":"amount","amount":1,"paused":true"#),
    ];
    let names: Vec<String> = (0..30).map(|number| format!("k{number}")).collect();
    let many = names.iter().map(|name| (name.as_str(), r#""kind":"amount","amount":1"#));
    let all: Vec<_> = fields.into_iter().chain(many).collect();
    let nothing = r#"{"campaignId":"kopioi","kind":"amount","name":"Kopioi","amount":1,"isCoupon":true,"promotionCode":"kopioi"}"#;
    let all: Vec<String> = all.iter().map(|(id, fields)| coupon(id, fields)).collect();
    let chain = example(&format!("{nothing},{}", all.join(",")));
    let offered = pizzas(1).codes(&["k29"]).offered(&chain, &[]);
    let codes: Vec<_> = offered.iter().map(|one| one.code.as_str()).collect();
    assert_eq!((codes.len(), &codes[..3], codes[23]), (24, &["k29", "ensin", "k0"][..], "k21"));
}

/// However the coupons share the pizzas, no more carts are looked at than there are orders of up to five of them.
#[test]
fn a_search_ends_within_its_bound_and_where_it_is_stopped() {
    let price = r#""kind":"productPrice","price":8.9"#;
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let chain = coupons(&names.map(|name| (name, price)));
    let mut looked = 0;
    let whole = pizzas(8).best_while(&chain, &[], || {
        looked += 1;
        true
    });
    assert_eq!((short(&whole).1, looked), (8 * 1290 - 5 * 400, 1 + 8 + 56 + 336 + 1_680 + 6_720));
    let mut left = 20;
    let stopped = pizzas(8).best_while(&chain, &[], || {
        left -= 1;
        left >= 0
    });
    assert!(!stopped.is_complete);
    assert_eq!((stopped.codes.len(), stopped.payable), (2, Cents(8 * 1290 - 2 * 400)), "the best so far");
}

#[test]
fn a_cart_that_cannot_be_ordered_is_answered_as_it_is() {
    let chain = coupons(&[("pizza", r#""kind":"productPrice","price":8.9"#)]);
    let empty = order(vec![]).best(&chain, &[]);
    assert_eq!((short(&empty), missing(&empty)), ((vec![], 0, 0), vec![]));
    let gone = order(vec![plain("a", "3001", "101", 1), plain("b", "9999", "101", 1)]);
    assert_eq!(short(&gone.codes(&["pizza", "eiole"]).best(&chain, &[])), (vec!["pizza"], 890, 0));
}
