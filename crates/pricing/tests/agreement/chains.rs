//! Chains of chance: the built-in one, the small one of the contract's examples and a wide one, each with campaigns of
//! every kind and condition.

use chain::{Chain, Menu};
use rand::{RngExt, rngs::StdRng, seq::IndexedRandom};
use serde_json::{Map, Value, json};

const EXAMPLE_RESTAURANTS: &str = include_str!("../../../chain/tests/fixtures/example/restaurants.json");
const EXAMPLE_MENU: &str = include_str!("../../../chain/tests/fixtures/example/menu.json");
const EXAMPLE_AREAS: &str = include_str!("../../../chain/tests/fixtures/example/areas.json");
const EXAMPLE_CAMPAIGNS: &str = include_str!("../../../chain/tests/fixtures/example/campaigns.json");
const WIDE_MENU: &str = include_str!("../fixtures/wide_menu.json");
/// All other files of the wide chain.
const WIDE_REST: &str = include_str!("../fixtures/wide_rest.json");
/// The settings of the example: all food at 14 %, and a restaurant with a service fee.
const EXAMPLE_SETTINGS: &str = r#"{"vat":[{"percent":14}],"deliveryServiceFee":{"shops":["12"],"amount":0.99}}"#;
const KINDS: [&str; 11] = [
    "percent",
    "productPrice",
    "freeProduct",
    "buyPay",
    "toppingOffer",
    "crossSell",
    "combo",
    "amount",
    "freeDelivery",
    "prepaid",
    "postPurchase",
];
const BENEFITS: [&str; 3] = ["freePizza", "giftCard10", "freeDelivery40"];

/// The chain whose campaigns are the built-in ones; it takes a while to read, so a run makes it once.
pub(crate) fn built_in() -> Chain {
    Chain::built_in()
}

/// A chain with campaigns of chance.
pub(crate) fn chain(rng: &mut StdRng, built_in: &Chain) -> Chain {
    let rest: Value = serde_json::from_str(WIDE_REST).unwrap();
    let own = |name: &str| rest[name].to_string();
    match rng.random_range(0..10) {
        0..3 => {
            let mut campaigns: Vec<Value> = serde_json::from_str(EXAMPLE_CAMPAIGNS).unwrap();
            let small = Chain::of_texts(&[("restaurants.json", EXAMPLE_RESTAURANTS), ("menu.json", EXAMPLE_MENU)]);
            campaigns.extend(some_campaigns(rng, small.unwrap().menu()));
            let campaigns = Value::from(campaigns).to_string();
            let texts = [
                ("restaurants.json", EXAMPLE_RESTAURANTS),
                ("menu.json", EXAMPLE_MENU),
                ("areas.json", EXAMPLE_AREAS),
                ("campaigns.json", &campaigns),
                ("settings.json", EXAMPLE_SETTINGS),
            ];
            Chain::of_texts(&texts).unwrap()
        }
        3..9 => {
            let restaurants = own("restaurants");
            let small = Chain::of_texts(&[("restaurants.json", &restaurants), ("menu.json", WIDE_MENU)]).unwrap();
            let campaigns = Value::from(some_campaigns(rng, small.menu())).to_string();
            let texts = [
                ("restaurants.json", restaurants.as_str()),
                ("menu.json", WIDE_MENU),
                ("areas.json", &own("areas")),
                ("campaigns.json", &campaigns),
                ("codes.json", &own("codes")),
                ("stock.json", &own("stock")),
                ("settings.json", &own("settings")),
            ];
            Chain::of_texts(&texts).unwrap()
        }
        _ => built_in.clone(),
    }
}

/// Campaigns `c0`, `c1` and so on; some have the code `koodi0` and so on.
fn some_campaigns(rng: &mut StdRng, menu: &Menu) -> Vec<Value> {
    let count = rng.random_range(2..14);
    let first = rng.random_range(0..KINDS.len());
    (0..count).map(|at| campaign(rng, menu, at, KINDS[(first + at) % KINDS.len()])).collect()
}

fn campaign(rng: &mut StdRng, menu: &Menu, at: usize, kind: &str) -> Value {
    let mut fields = Map::new();
    let mut set = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    set("campaignId", json!(format!("c{at}")));
    set("kind", json!(kind));
    set("name", json!(format!("Etu {at}")));
    let has_code = kind == "combo" || rng.random_bool(0.4);
    if has_code {
        set("promotionCode", json!(format!("koodi{at}")));
    } else if rng.random_bool(0.1) {
        set("benefitType", json!(BENEFITS.choose(rng)));
    }
    // A coupon has a code of its own.
    for (name, value) in conditions(rng).into_iter().filter(|(name, _)| *name != "isCoupon" || has_code) {
        set(name, value);
    }
    if rng.random_bool(0.35) {
        for (name, value) in filter(rng, menu) {
            set(name, value);
        }
    }
    for (name, value) in effect(rng, menu, at, kind) {
        set(name, value);
    }
    Value::Object(fields)
}

/// Each condition stands rarely, so that most campaigns hold.
fn conditions(rng: &mut StdRng) -> Vec<(&'static str, Value)> {
    let mut all = vec![
        ("paused", json!(true)),
        ("start", json!("2026-11-25 12:00")),
        ("end", json!("2026-11-25 22:00")),
        ("days", json!([1, 2])),
        ("times", json!([{"days": [1, 5], "from": "16:00", "until": "20:00"}, {"from": "22:00", "until": "02:00"}])),
        ("isActiveDuringLunch", json!(false)),
        ("requireLogIn", json!(true)),
        ("isCoupon", json!(true)),
        ("isLoyalty", json!(true)),
        ("disablePreordersOnCampaign", json!(true)),
        ("shops", json!(["12"])),
        ("orderTypes", [json!(["delivery"]), json!(["pickup", "eatin"])].choose(rng).unwrap().clone()),
        ("paymentMethods", json!(["scheme", "mobilepay"])),
        ("notApplicableMessage", json!("Ei nyt.")),
    ];
    all.retain(|_| rng.random_bool(0.06));
    if rng.random_bool(0.08) {
        all.push(("exclusive", json!(true)));
    }
    if rng.random_bool(0.25) {
        all.push(("minimumOrderValue", json!([0.0, 12.9, 20.0, 25.0].choose(rng))));
    }
    all
}

fn filter(rng: &mut StdRng, menu: &Menu) -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    if rng.random_bool(0.5) {
        let products: Vec<&str> = menu.products().sample(rng, 3).map(|one| one.id.as_str()).collect();
        all.push(("products", json!(products)));
    }
    if rng.random_bool(0.5) {
        let categories: Vec<&str> = menu.categories().sample(rng, 2).map(|one| one.id.as_str()).collect();
        all.push(("categories", json!(categories)));
    }
    if rng.random_bool(0.3) {
        let sizes: Vec<&str> = menu.sizes().sample(rng, 2).map(|one| one.id.as_str()).collect();
        all.push(("sizes", json!(sizes)));
    }
    all
}

/// What a campaign of a kind takes off.
fn effect(rng: &mut StdRng, menu: &Menu, at: usize, kind: &str) -> Vec<(&'static str, Value)> {
    let mut product = || menu.products().choose(rng).unwrap().id.to_string();
    let (one, other) = (product(), product());
    match kind {
        "percent" => vec![("percent", json!([10.0, 15.0, 33.33, 100.0].choose(rng)))],
        "productPrice" => {
            vec![("price", json!([0.0, 8.9, 11.0].choose(rng))), ("maxUnits", json!(rng.random_range(1..4)))]
        }
        "freeProduct" => vec![("maxUnits", json!(rng.random_range(1..4)))],
        "buyPay" => {
            let buy = rng.random_range(2..5);
            vec![("buy", json!(buy)), ("pay", json!(rng.random_range(1..buy)))]
        }
        "toppingOffer" => vec![("toppingPrice", json!([0.0, 0.5, 1.2].choose(rng)))],
        "crossSell" => vec![
            ("amount", json!([0.5, 1.5, 30.0].choose(rng))),
            ("triggerProducts", json!([one, other])),
            ("triggerCategories", json!([menu.categories().choose(rng).unwrap().id.as_str()])),
            ("defaultProductId", json!(one)),
        ],
        "combo" => vec![
            ("campaignSlug", json!(format!("combo-{at}"))),
            ("comboPrice", json!([0.0, 13.9, 16.4, 40.0].choose(rng))),
            ("options", combo_options(rng, menu)),
        ],
        "amount" => vec![("amount", json!([0.01, 3.0, 5.0, 200.0].choose(rng)))],
        "prepaid" => vec![
            ("amount", json!([1.0, 10.0, 25.0].choose(rng))),
            ("source", json!(["campaign", "loyalty", "b2b"].choose(rng))),
        ],
        "postPurchase" => vec![("action", json!({"type": "link", "url": "/kiitos"}))],
        _ => Vec::new(),
    }
}

fn combo_options(rng: &mut StdRng, menu: &Menu) -> Value {
    let count = rng.random_range(1..4);
    let options = (0..count).map(|at| {
        let products: Vec<_> = menu.products().sample(rng, 3).collect();
        let ids: Vec<&str> = products.iter().map(|one| one.id.as_str()).collect();
        let sizes: Vec<&str> = products.iter().flat_map(|one| &one.sizes).map(|size| size.id.as_str()).collect();
        json!({"optionId": format!("o{at}"), "products": ids, "sizes": sizes, "defaultProductId": ids[0]})
    });
    options.collect()
}
