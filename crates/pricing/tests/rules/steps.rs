//! Why something costs what it costs (docs/spec/ordering.md, "Explanation"): each step with what it is of, how many, and
//! its amount.

use chain::{Chain, MinuteOfDay};
use pricing::{CartLine, PersonKind, PriceStep};
use serde_json::json;

use crate::order::{Order, made, of_combo, order, plain, wide, wide_with};

/// A step in a row: kind, id and name where it has them, how many, cents.
fn row(step: &PriceStep<'_>) -> String {
    let of = [&step.id, &step.name].into_iter().flatten();
    let words: Vec<&str> = std::iter::once(step.kind.as_str()).chain(of.map(AsRef::as_ref)).collect();
    format!("{} ×{} {}", words.join(" "), step.quantity, step.amount.0)
}

/// The steps of each line.
fn of_lines(chain: &Chain, order: &Order) -> Vec<Vec<String>> {
    order.priced(chain, |priced| {
        let rows = |line: &pricing::PricedLine<'_>| line.explanation.iter().map(row).collect();
        priced.lines.iter().map(rows).collect()
    })
}

/// The steps of what stands beside lines.
fn beside_lines(chain: &Chain, order: &Order) -> Vec<String> {
    order.priced(chain, |priced| priced.explanation.iter().map(row).collect())
}

fn of_line(line: CartLine) -> Vec<String> {
    of_lines(&wide(""), &order(vec![line])).remove(0)
}

#[test]
fn steps_of_a_line_count_the_doses_of_all_its_units() {
    let on = [("1201", 1), ("1301", 1), ("1305", 3), ("1002", 1), ("1801", 2)];
    let two = CartLine { quantity: 2, ..made("a", "3002", "101", &on) };
    let expected = [
        "base 101 Normaali ×2 2300",
        "slot 1002 Currykastike ×2 160",
        "free-dose sauce Kastike ×2 -100",
        "slot 1801 Aiolidippi ×2 240",
        "slot 1801 Aiolidippi ×2 240",
        "extra 1305 Pekoni ×2 280",
    ];
    assert_eq!(of_line(two), expected);
}

#[test]
fn lunch_and_the_least_price_are_steps_of_their_own() {
    let mut order = order(vec![CartLine { quantity: 3, ..plain("a", "3002", "101", 1) }]).at("2026-11-24T12:00");
    order.lunch_until = Some(MinuteOfDay::of_hour(13));
    let expected = ["base 101 Normaali ×3 3450", "lunch ×3 -765", "minimum ×3 945"];
    assert_eq!(of_lines(&wide(""), &order), [expected]);
}

#[test]
fn what_is_included_or_free_comes_off_in_one_step() {
    let monster = made("a", "3010", "102", &[("1201", 1), ("1301", 7), ("1801", 1), ("1802", 1)]);
    let expected = [
        "base 102 Perhe ×1 1690",
        "slot 1802 Majoneesi ×1 150",
        "slot 1801 Aiolidippi ×1 120",
        "free-dose dip Dippi ×2 -270",
        "extra 1301 Kinkku ×7 1400",
        "included ×1 -1000",
    ];
    assert_eq!(of_line(monster), expected);
    // One of the two is free, and the other costs less for the default that went.
    let lankku = made("a", "3013", "101", &[("1201", 1), ("1312", 2), ("1307", 2)]);
    let expected = [
        "base 101 Normaali ×1 990",
        "slot 1307 Ananas ×1 105",
        "slot 1307 Ananas ×1 105",
        "free-dose top Täyte ×1 -140",
    ];
    assert_eq!(of_line(lankku), expected);
}

#[test]
fn campaigns_of_lines_say_which_they_are_and_how_many_units_they_took() {
    let campaigns = r#"{"campaignId":"pari","kind":"combo","name":"Pari","campaignSlug":"pari","promotionCode":"pari","comboPrice":13.9,"options":[
        {"optionId":"1","products":["3001"],"sizes":["101"],"defaultProductId":"3001"},
        {"optionId":"2","products":["3020"],"sizes":["100"],"defaultProductId":"3020"}]},
        {"campaignId":"lanka","kind":"productPrice","name":"Lankku 8","price":8,"maxUnits":2,"categories":["lankku"]},
        {"campaignId":"euro","kind":"amount","name":"Euro","amount":1,"categories":["lankku"]}"#;
    let pair = ["3001 101", "3020 100"].map(|part| part.split_once(' ').unwrap());
    let mut lines: Vec<_> = ["a", "b"]
        .into_iter()
        .zip(pair)
        .map(|(id, (of, size))| of_combo(plain(id, of, size, 1), "x", "pari"))
        .collect();
    lines.push(plain("c", "3013", "101", 3));
    let expected: [&[&str]; 3] = [
        &["base 101 Normaali ×1 1290", "combo pari Pari ×1 -197"],
        &["base 100 Yksi koko ×1 350", "combo pari Pari ×1 -53"],
        &["base 101 Normaali ×3 2970", "campaign lanka Lankku 8 ×2 -380", "spread euro Euro ×1 -100"],
    ];
    assert_eq!(of_lines(&wide(campaigns), &order(lines).codes(&["pari"])), expected);
}

#[test]
fn fees_and_what_is_paid_already_are_steps_beside_lines() {
    let lahja = r#"{"campaignId":"lahja","kind":"prepaid","name":"Lahja","amount":5,"source":"b2b"}"#;
    let mut called =
        order(vec![plain("a", "3001", "101", 1)]).delivered().to(60.171, 24.948).by(PersonKind::CallCentre);
    (called.cart.has_delivery_service_fee, called.cart.without_packaging) = (true, true);
    let expected = [
        "delivery 12-1 12-1 ×1 791",
        "without-packaging ×1 -50",
        "service-fee ×1 99",
        "phone-fee ×1 99",
        "prepaid lahja Lahja ×1 -500",
    ];
    assert_eq!(beside_lines(&wide(lahja), &called), expected);
    let free = r#"{"campaignId":"kotiin","kind":"freeDelivery","name":"Kotiin"}"#;
    let guest = order(vec![plain("a", "3001", "101", 1)]).delivered();
    assert_eq!(beside_lines(&wide(free), &guest), ["delivery ×1 750", "free-delivery kotiin Kotiin ×1 -750"]);
    assert_eq!(beside_lines(&wide(""), &order(vec![plain("a", "3001", "101", 1)])), [""; 0]);
}

/// No amount is so small that it is left out.
#[test]
fn a_single_cent_is_charged_and_taken_off() {
    let cents = wide_with("", |menu, rest| {
        for ingredient in menu["ingredients"].as_array_mut().unwrap() {
            if ingredient["ingredientID"] == "1001" {
                ingredient["price"] = json!(0.01);
            }
        }
        for product in menu["products"].as_array_mut().unwrap() {
            match product["productId"].as_str().unwrap() {
                "3012" => product["sizes"][0]["minimumPrice"] = json!(8.51),
                "3010" => product["includedToppings"] = json!({"worth": {"*": 0.01}}),
                _ => {}
            }
        }
        rest["settings"]["deliveryServiceFee"]["amount"] = json!(0.01);
        rest["settings"]["withoutPackaging"]["discount"] = json!(0.01);
    });
    let last = |line: CartLine| of_lines(&cents, &order(vec![line])).remove(0).pop().unwrap();
    assert_eq!(
        last(made("a", "3002", "101", &[("1201", 1), ("1301", 1), ("1305", 2), ("1002", 1)])),
        "free-dose sauce Kastike ×1 -1"
    );
    assert_eq!(last(made("a", "3012", "100", &[("1201", 1)])), "minimum ×1 1");
    assert_eq!(last(made("a", "3010", "101", &[("1201", 1), ("1301", 1), ("1801", 1)])), "included ×1 -1");
    let mut delivered = order(vec![plain("a", "3001", "101", 1)]).delivered();
    (delivered.cart.has_delivery_service_fee, delivered.cart.without_packaging) = (true, true);
    assert_eq!(beside_lines(&cents, &delivered), ["delivery ×1 749", "without-packaging ×1 -1", "service-fee ×1 1"]);
}

/// A delivery that costs a cent can be made free, and loses no more than that with its packaging.
#[test]
fn a_delivery_of_a_cent_is_one_with_a_fee() {
    let cheap = |campaign: &str| wide_with(campaign, |_, rest| rest["restaurants"][0]["deliveryFee"] = json!(0.01));
    let mut delivered = order(vec![plain("a", "3001", "101", 1)]).delivered();
    let free = cheap(r#"{"campaignId":"kotiin","kind":"freeDelivery","name":"Kotiin"}"#);
    assert_eq!(beside_lines(&free, &delivered), ["delivery ×1 1", "free-delivery kotiin Kotiin ×1 -1"]);
    delivered.cart.without_packaging = true;
    assert_eq!(beside_lines(&cheap(""), &delivered), ["delivery ×1 1", "without-packaging ×1 -1"]);
}

#[test]
fn a_campaign_that_takes_a_cent_takes_effect() {
    let chain = wide(r#"{"campaignId":"c","kind":"productPrice","name":"Limsa","price":3.49,"products":["3020"]}"#);
    order(vec![plain("a", "3020", "100", 2)]).priced(&chain, |priced| {
        assert_eq!((priced.payable.0, priced.lines[0].discounted_quantity), (699, 1));
        let applied: Vec<_> = priced.campaigns.iter().map(|one| (one.campaign.id.as_str(), one.discount.0)).collect();
        assert_eq!(applied, [("c", 1)]);
    });
}

/// What is under half a cent is nothing, and half a cent is one.
#[test]
fn a_percentage_of_a_unit_is_rounded_at_the_half() {
    let off = |cents: u32| {
        let campaign = r#"{"campaignId":"p","kind":"percent","name":"Sadasosa","percent":0.01,"products":["3020"]}"#;
        let chain = wide_with(campaign, |menu, _| {
            let limsa = menu["products"].as_array_mut().unwrap().iter_mut().find(|one| one["productId"] == "3020");
            limsa.unwrap()["sizes"][0]["price"] = json!(f64::from(cents) / 100.0);
        });
        i64::from(cents) - order(vec![plain("a", "3020", "100", 1)]).payable(&chain)
    };
    assert_eq!([4999, 5000].map(off), [0, 1]);
}

/// As a single item it is told of what a cart would tell of its line, and of nothing that the order decides.
#[test]
fn a_single_item_brings_the_warnings_of_its_line() {
    let offer = wide(r#"{"campaignId":"t","kind":"toppingOffer","name":"Täytteet 0,50","toppingPrice":0.5}"#);
    let mut three =
        order(vec![made("a", "3001", "101", &[("1201", 1), ("1301", 2), ("1305", 2), ("1307", 1)])]).delivered();
    assert_eq!(three.item(&offer), (vec!["campaign/offer-toppings-limit"], Some(1290 + 140 + 280 + 105 - 180)));
    three.cart.avoid_allergens = vec![chain::Allergen::Milk];
    assert_eq!(three.item(&wide("")).0, ["product/contains-allergen"]);
}
