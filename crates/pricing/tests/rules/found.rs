//! Carts on which the product's pricing once differed from the plain one.

use pricing::PersonKind;

use crate::order::{Order, example, example_with, made, order, plain, wide};

/// That nobody is brought alcohol is said first, and keeps the line; elsewhere it is gone for whom may not have it.
#[test]
fn a_guests_alcohol_stays_where_nobody_is_brought_any() {
    let chain = wide("");
    let beer = |order: Order| (order.messages(&chain)[0], order.priced(&chain, |priced| priced.lines.len()));
    let lines = || vec![plain("a", "3020", "100", 1), plain("b", "3030", "100", 1)];
    assert_eq!(beer(order(lines()).delivered()), ("alcohol/no-delivery", 2));
    assert_eq!(beer(order(lines()).delivered().by_adult(PersonKind::Member)), ("alcohol/no-delivery", 2));
    assert_eq!(beer(order(lines())), ("alcohol/not-allowed", 1));
}

/// Two codes may bring the same campaign; what a line says of it is said once.
#[test]
fn a_campaign_of_two_codes_is_counted_once_on_a_line() {
    let campaigns = r#"{"campaignId":"c","kind":"amount","name":"Alennus","amount":1},
        {"campaignId":"d","kind":"productPrice","name":"Pizza","price":10,"categories":["pizza"]}"#;
    let codes = r#"[{"code":"a1","campaignId":"c"},{"code":"a2","campaignId":"c"},{"code":"d1","campaignId":"d"},{"code":"d2","campaignId":"d"}]"#;
    let chain = example_with(campaigns, codes);
    order(vec![plain("a", "3001", "101", 3)]).codes(&["a1", "d1", "a2", "d2"]).priced(&chain, |priced| {
        let applied: Vec<_> = priced.lines[0].applied.iter().map(|(one, units)| (one.id.as_str(), *units)).collect();
        assert_eq!(applied, [("d", 2), ("c", 3)]);
        assert_eq!(priced.payable.0, 3 * 1290 - 2 * 290 - 200);
    });
}

/// Of equal units the one with the lower name is grouped first, and is free; the last one stays for others.
#[test]
fn of_equal_units_the_lower_name_is_free() {
    let free = |buy: u32, pay: u32, lines: Vec<pricing::CartLine>| {
        let campaign = format!(r#"{{"campaignId":"b","kind":"buyPay","name":"Ryhmä","buy":{buy},"pay":{pay}}}"#);
        order(lines).priced(&example_with(&campaign, "[]"), |priced| {
            let said =
                |line: &pricing::PricedLine<'_>| (line.id.to_string(), line.discount.0, line.discounted_quantity);
            priced.lines.iter().map(said).collect::<Vec<_>>()
        })
    };
    let line = |id: &str, quantity: u32| plain(id, "3001", "101", quantity);
    let said = |id: &str, discount: i64, taken: u32| (id.to_owned(), discount, taken);
    let three = || vec![line("c", 1), line("a", 1), line("b", 1)];
    assert_eq!(free(2, 1, three()), [said("c", 0, 0), said("a", 1290, 1), said("b", 0, 1)]);
    assert_eq!(free(3, 1, three()), [said("c", 0, 1), said("a", 1290, 1), said("b", 1290, 1)]);
    let dearer = vec![plain("z", "3001", "102", 1), line("b", 2), line("a", 1)];
    assert_eq!(free(3, 2, dearer), [said("z", 0, 1), said("b", 0, 1), said("a", 1290, 1)]);
}

/// However many codes bring it, a trigger brings one unit for less.
#[test]
fn a_cross_sell_of_two_codes_gives_one_unit_a_trigger() {
    let campaigns = r#"{"campaignId":"c","kind":"crossSell","name":"Juoma","amount":1.5,"triggerProducts":["3001"],"categories":["drink"],"defaultProductId":"3020"}"#;
    let chain = example_with(campaigns, r#"[{"code":"a1","campaignId":"c"},{"code":"a2","campaignId":"c"}]"#);
    let order = order(vec![plain("a", "3001", "101", 1), plain("b", "3020", "100", 3)]).codes(&["a1", "a2"]);
    order.priced(&chain, |priced| {
        assert_eq!(
            (priced.lines[1].discount.0, priced.cross_sells.len(), priced.cross_sells[0].remaining),
            (150, 1, 0)
        );
    });
    assert_eq!(order.messages(&chain), ["campaign/not-applicable"], "the second code has nothing to take");
}

/// A topping for which the slot's default went already costs less, and the offer takes off no more than is paid.
#[test]
fn an_offer_of_toppings_knows_what_a_changed_slot_costs() {
    let chain = wide(r#"{"campaignId":"t","kind":"toppingOffer","name":"Täytteet","toppingPrice":0}"#);
    // Pineapple twice in place of the onion of 0.35: the dearest is free, the other 1.05 less 0.35.
    let line = made("a", "3013", "101", &[("1201", 1), ("1312", 2), ("1307", 2)]);
    order(vec![line]).priced(&chain, |priced| {
        assert_eq!((priced.lines[0].item_price.0, priced.lines[0].discount.0), (990 + 70, 70));
    });
}

/// What concerns the whole order needs something in the cart of what it names.
#[test]
fn a_campaign_of_the_order_needs_what_its_filter_names() {
    let of = |kind: &str| {
        format!(r#"{{"campaignId":"c","name":"Etu","promotionCode":"etu","categories":["monster"],{kind}}}"#)
    };
    let pizza = || order(vec![plain("a", "3001", "101", 1)]).codes(&["etu"]).delivered();
    for kind in [
        r#""kind":"freeDelivery""#,
        r#""kind":"prepaid","amount":1,"source":"b2b""#,
        r#""kind":"postPurchase","action":{}"#,
    ] {
        let chain = example(&of(kind));
        assert_eq!(pizza().messages(&chain), ["campaign/not-applicable"], "{kind}");
        assert_eq!(pizza().payable(&chain), 1290 + 890);
        let mut with = pizza();
        with.cart.lines.push(made("b", "3010", "101", &[("1201", 1), ("1301", 1)]));
        assert_eq!(with.messages(&chain), Vec::<&str>::new(), "{kind}");
    }
    let chain = example(r#"{"campaignId":"c","kind":"postPurchase","name":"Kysely","action":{}}"#);
    order(Vec::new()).priced(&chain, |priced| assert!(priced.post_purchase.is_empty()));
    pizza().codes(&[]).priced(&chain, |priced| assert_eq!(priced.post_purchase.len(), 1));
}

/// What a cross sell offers is what it would take.
#[test]
fn a_cross_sell_offers_no_product_that_it_would_not_take() {
    let campaigns = r#"{"campaignId":"c","kind":"crossSell","name":"Juoma","amount":1,"triggerCategories":["pizza"],
        "products":["3031","3020","3022","3041"],"categories":["drink"],"defaultProductId":"3020"}"#;
    order(vec![plain("a", "3001", "101", 1)]).priced(&wide(campaigns), |priced| {
        let offered: Vec<_> = priced.cross_sells[0].products.iter().map(|id| id.as_str()).collect();
        assert_eq!(offered, ["3020"]);
    });
}
