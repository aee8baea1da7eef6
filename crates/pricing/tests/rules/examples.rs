//! The worked examples of the contract, on the chain that it gives with them.

use chain::{Chain, PromotionCode};
use domain::order::OrderType;
use pricing::{CartLine, ComboMark, PersonKind, Priced, StepKind};

use crate::order::{Order, example as chain, made, order};

/// The combo, without which no line of one is.
const COMBO: &str = r#"{"campaignId":"pari","kind":"combo","name":"Pizza ja juoma","campaignSlug":"pizza-ja-juoma","promotionCode":"pari","comboPrice":13.9,"options":[
    {"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"},
    {"optionId":"2","products":["3020"],"sizes":["100"],"defaultProductId":"3020"}]}"#;

/// A line: its product and size, how many, and what is on it beside the dough (and the ham of the pizza).
fn line(id: &str, product: &str, size: &str, quantity: u32, more: &[&str]) -> CartLine {
    let recipe: &[&str] = match product {
        "3001" => &["1201", "1301"],
        "3010" | "3011" => &["1201"],
        _ => &[],
    };
    let on: Vec<_> = recipe.iter().chain(more).map(|ingredient| (*ingredient, 1)).collect();
    CartLine { quantity, ..made(id, product, size, &on) }
}

fn cart(order_type: OrderType, codes: &[&str], lines: Vec<CartLine>) -> Order {
    let mut order = order(lines).codes(codes);
    order.cart.order_type = order_type;
    order
}

/// Prices the order of somebody.
fn priced<T>(chain: &Chain, kind: PersonKind, order: &Order, look: impl FnOnce(&Priced<'_>) -> T) -> T {
    let order = Order { cart: order.cart.clone(), ..super::order::order(Vec::new()).by(kind) };
    order.priced(chain, look)
}

/// A guest's cart in cents: what each unit costs, the grand total, the tax.
fn sums(campaigns: &str, order: &Order) -> (Vec<i64>, i64, i64) {
    order.priced(&chain(campaigns), |priced| {
        let units = priced.lines.iter().map(|line| line.item_price.0).collect();
        (units, priced.details.grand_total.0, priced.details.vat_total.0)
    })
}

const PEKONI: &str = "1305";
const PORO: &str = "1306";
const KINKKU: &str = "1301";

#[test]
fn extras_are_paid_by_the_dose() {
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3001", "101", 2, &[PEKONI])]);
    assert_eq!(sums("", &cart), (vec![1430], 2860, 351));
}

// spec: PR-27
#[test]
fn delivery_costs_its_fee_until_the_cart_is_large_enough() {
    let lines = |drinks| vec![line("a", "3001", "102", 1, &[]), line("b", "3020", "100", drinks, &[])];
    let free = r#"{"campaignId":"ovelle25","kind":"freeDelivery","name":"Ilmainen kuljetus","minimumOrderValue":25,"shops":["12"]}"#;
    assert_eq!(sums("", &cart(OrderType::Delivery, &[], lines(1))), (vec![1990, 350], 3230, 397));
    let small = cart(OrderType::Delivery, &[], lines(1));
    priced(&chain(free), PersonKind::Guest, &small, |priced| {
        let [missing] = priced.not_applicable.as_slice() else { panic!("{:?}", priced.not_applicable) };
        assert_eq!(missing.message.text, "Ilmaiseen kuljetukseen puuttuu vielä 1,60 €.");
        assert_eq!(missing.message.metadata["missing"], 1.6);
        assert!(priced.is_valid());
        assert_eq!(priced.details.grand_total.0, 3230);
    });
    let large = cart(OrderType::Delivery, &[], lines(2));
    priced(&chain(free), PersonKind::Guest, &large, |priced| {
        let details = &priced.details;
        assert_eq!((details.line_items_total.0, details.shipping_charges_discount_total.0), (2690, 890));
        assert_eq!((details.grand_total.0, details.vat_total.0), (2690, 330));
        assert!(priced.not_applicable.is_empty());
    });
}

/// What one costs with so many things on it.
fn unit(product: &str, size: &str, toppings: &[&str]) -> i64 {
    sums("", &cart(OrderType::Pickup, &[], vec![line("a", product, size, 1, toppings)])).0[0]
}

// spec: PR-38
#[test]
fn a_custom_monster_holds_toppings_for_its_worth() {
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3010", "102", 1, &[KINKKU; 7])]);
    assert_eq!(sums("", &cart), (vec![2090], 2090, 257));
    for (size, toppings, price) in
        [("102", 1, 1690), ("102", 5, 1690), ("102", 6, 1890), ("101", 1, 1190), ("101", 3, 1190), ("101", 4, 1250)]
    {
        assert_eq!(unit("3010", size, &vec![KINKKU; toppings]), price, "{toppings} on {size}");
    }
}

// spec: PR-39
#[test]
fn a_custom_minimonster_holds_two_toppings_or_a_special_one() {
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3011", "100", 1, &[PORO, KINKKU])]);
    assert_eq!(sums("", &cart), (vec![890], 890, 109));
    for (toppings, price) in
        [(&[KINKKU][..], 790), (&[KINKKU; 2], 790), (&[KINKKU; 3], 890), (&[PORO], 790), (&[PORO; 2], 1040)]
    {
        assert_eq!(unit("3011", "100", toppings), price, "{toppings:?}");
    }
}

#[test]
fn an_amount_is_spread_by_what_lines_cost() {
    let campaign = r#"{"campaignId":"kesa","kind":"amount","name":"Kesäetu","amount":5,"promotionCode":"kesa5"}"#;
    let lines = vec![line("a", "3001", "101", 2, &[PEKONI]), line("b", "3020", "100", 1, &[])];
    priced(&chain(campaign), PersonKind::Guest, &cart(OrderType::Pickup, &["KESÄ 5", "kesa5"], lines), |priced| {
        let discounts: Vec<_> = priced.lines.iter().map(|line| line.discount.0).collect();
        assert_eq!(discounts, [445, 55]);
        assert_eq!((priced.details.grand_total.0, priced.details.vat_total.0), (2710, 333));
        let codes: Vec<_> = priced.promotion_codes.iter().map(PromotionCode::as_str).collect();
        assert_eq!(codes, ["kesa5"], "nobody knows the other");
        assert_eq!(priced.messages[0].code.as_str(), "campaign/code-not-found");
        assert!(!priced.is_valid());
    });
}

#[test]
fn a_combo_costs_its_price_and_what_is_added() {
    let mark = ComboMark { id: "x".into(), code: PromotionCode::read("pari").ok() };
    let mut lines = vec![line("a", "3001", "101", 1, &[PEKONI]), line("b", "3020", "100", 1, &[])];
    lines.iter_mut().for_each(|line| line.combo = Some(mark.clone()));
    let with_code = cart(OrderType::Pickup, &["pari"], lines.clone());
    priced(&chain(COMBO), PersonKind::Guest, &with_code, |priced| {
        let discounts: Vec<_> = priced.lines.iter().map(|line| line.discount.0).collect();
        assert_eq!(discounts, [197, 53]);
        assert_eq!((priced.details.grand_total.0, priced.details.vat_total.0), (1530, 188));
        assert!(priced.lines.iter().all(|line| line.combo.is_some() && line.discounted_quantity == 1));
    });
    let without = cart(OrderType::Pickup, &[], lines.clone());
    priced(&chain(COMBO), PersonKind::Guest, &without, |priced| {
        assert!(priced.is_valid() && priced.lines.iter().all(|line| line.combo.is_none()));
        assert_eq!(priced.details.grand_total.0, 1780);
    });
    lines.pop();
    let half = cart(OrderType::Pickup, &["pari"], lines);
    priced(&chain(COMBO), PersonKind::Guest, &half, |priced| {
        assert_eq!(priced.messages[0].code.as_str(), "campaign/not-applicable");
        assert!(priced.promotion_codes.is_empty() && priced.lines[0].combo.is_none());
    });
}

// spec: PR-26
#[test]
fn an_offer_of_toppings_is_about_two_of_them_and_two_euros() {
    let campaign = r#"{"campaignId":"t","kind":"toppingOffer","name":"Täytteet 0,50","toppingPrice":0.5}"#;
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3001", "101", 1, &[PEKONI, PORO, KINKKU])]);
    priced(&chain(campaign), PersonKind::Guest, &cart, |priced| {
        assert_eq!((priced.lines[0].item_price.0, priced.details.grand_total.0), (1860, 1660));
        assert_eq!(priced.details.vat_total.0, 204);
        assert_eq!(priced.messages[0].code.as_str(), "campaign/offer-toppings-limit");
        assert!(priced.is_valid(), "it is a warning");
    });
    // A topping of 1.40 saves 0.90: of three, two save less than the most that may be saved.
    for (toppings, saved, is_warned) in [
        (&[PEKONI][..], 90, false),
        (&[PEKONI; 2], 180, false),
        (&[PEKONI; 3], 180, true),
        (&[PORO], 200, false),
        (&[PORO; 2], 200, false),
    ] {
        let order = self::cart(OrderType::Pickup, &[], vec![line("a", "3001", "101", 1, toppings)]);
        priced(&chain(campaign), PersonKind::Guest, &order, |priced| {
            let found = priced.lines[0].item_price.0 - priced.details.grand_total.0;
            assert_eq!((found, !priced.messages.is_empty()), (saved, is_warned), "{toppings:?}");
        });
    }
}

#[test]
fn a_percentage_is_rounded_half_up_for_each_unit() {
    let campaign = r#"{"campaignId":"p","kind":"percent","name":"15 %","percent":15}"#;
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3001", "101", 1, &[PEKONI])]);
    assert_eq!(sums(campaign, &cart), (vec![1430], 1215, 149));
}

#[test]
fn the_call_centre_pays_the_phone_order_fee_and_what_is_prepaid_comes_off() {
    let campaign = r#"{"campaignId":"p","kind":"prepaid","name":"Lahja","amount":10,"source":"campaign"}"#;
    let cart = cart(OrderType::Pickup, &[], vec![line("a", "3001", "101", 1, &[])]);
    priced(&chain(campaign), PersonKind::CallCentre, &cart, |priced| {
        let details = &priced.details;
        assert_eq!((details.services_sub_total.0, details.grand_total.0, details.vat_total.0), (99, 1389, 171));
        assert_eq!((details.campaign_prepaid_total.0, priced.payable.0), (1000, 389));
    });
    priced(&chain(campaign), PersonKind::Member, &cart, |priced| assert_eq!(priced.phone_order_fee.0, 0));
}

#[test]
fn what_is_prepaid_beyond_the_lines_pays_for_delivery() {
    let campaign = r#"{"campaignId":"p","kind":"prepaid","name":"Lahja","amount":25,"source":"loyalty"}"#;
    let cart = cart(OrderType::Delivery, &[], vec![line("a", "3001", "102", 1, &[])]);
    priced(&chain(campaign), PersonKind::Guest, &cart, |priced| {
        let details = &priced.details;
        assert_eq!((details.grand_total.0, details.vat_total.0), (2880, 354));
        assert_eq!((details.shipping_charges_prepaid_total.0, priced.payable.0), (510, 380));
    });
}

#[test]
fn a_part_of_the_fee_is_called_a_service_fee_in_some_restaurants() {
    let mut cart = cart(OrderType::Delivery, &[], vec![line("a", "3001", "101", 1, &[])]);
    cart.cart.has_delivery_service_fee = true;
    priced(&chain(""), PersonKind::Guest, &cart, |priced| {
        let details = &priced.details;
        assert_eq!((details.shipping_charges_total.0, priced.delivery_service_fee.0), (791, 99));
        assert_eq!((details.grand_total.0, details.vat_total.0), (2180, 268));
        assert!(priced.explanation.iter().any(|step| step.kind == StepKind::ServiceFee));
    });
}

#[test]
fn of_two_the_cheaper_is_free() {
    let campaign = r#"{"campaignId":"b","kind":"buyPay","name":"2 yhden hinnalla","buy":2,"pay":1}"#;
    let lines = vec![line("a", "3001", "101", 1, &[]), line("b", "3001", "102", 1, &[])];
    assert_eq!(sums(campaign, &cart(OrderType::Pickup, &[], lines)), (vec![1290, 1990], 1990, 244));
}
