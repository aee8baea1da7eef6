//! How long it takes to price a cart, with the built-in chain and its campaigns; beside it the plain pricing of the tests.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::hint::black_box;

use chain::{Chain, MinuteOfDay, PromotionCode};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use domain::{ids::RestaurantId, order::OrderType};
use jiff::{Timestamp, tz::TimeZone};
use pricing::{
    Cart, CartIngredient, CartLine, ComboMark, Moment, NoCodes, Person, PersonKind, PriceRequest, StockOf, price,
};

#[path = "../tests/plain/mod.rs"]
mod plain;

/// The one that the server runs with.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The lines of a cart of ten: the four of a combo, two custom ones with eight toppings each, and four more.
const LINES: [(&str, &str); 10] = [
    ("3900", "101"),
    ("3002", "101"),
    ("3003", "101"),
    ("3704", "302"),
    ("3705", "302"),
    ("3900", "102"),
    ("3005", "102"),
    ("3018", "100"),
    ("3020", "100"),
    ("3022", "301"),
];
/// Which of them are one combo.
const OF_COMBO: [usize; 4] = [1, 2, 3, 4];
const DOUGH_SAUCE_CHEESE: [&str; 3] = ["1201", "1001", "1101"];
const TOPPINGS: [&str; 8] = ["1301", "1302", "1303", "1304", "1401", "1403", "1405", "1406"];

/// A cart of so many lines, made of whole and partial carts of ten.
fn cart(lines: usize) -> Cart {
    let line = |at: usize| {
        let (product, size) = LINES[at % LINES.len()];
        let is_custom = product == "3900";
        let on = DOUGH_SAUCE_CHEESE.iter().chain(&TOPPINGS);
        let ingredient =
            |id: &&str| CartIngredient { ingredient: (*id).into(), quantity: 1, added_from: Some("extra".to_owned()) };
        let combo = OF_COMBO.contains(&(at % LINES.len())) && lines >= LINES.len();
        CartLine {
            id: format!("line-{at}").into(),
            product: product.into(),
            size: size.into(),
            quantity: 1,
            combo: combo.then(|| ComboMark {
                id: format!("combo-{}", at / LINES.len()).into(),
                code: PromotionCode::read("kaverit").ok(),
            }),
            ingredients: is_custom.then(|| on.map(ingredient).collect()),
        }
    };
    let codes = if lines >= LINES.len() { ["ovelle10", "kaverit"].as_slice() } else { &["ovelle10"] };
    Cart {
        shop: RestaurantId(12),
        order_type: OrderType::Delivery,
        lines: (0..lines).map(line).collect(),
        payment_method: Some("scheme".to_owned()),
        promotion_codes: codes.iter().filter_map(|code| PromotionCode::read(code).ok()).collect(),
        declines_phone_order_fee: false,
        without_packaging: false,
        avoid_allergens: Vec::new(),
        coordinates: None,
        delivery_fee: None,
        has_delivery_service_fee: false,
    }
}

fn carts(criterion: &mut Criterion) {
    let chain = Chain::built_in();
    let shop = chain.shop(RestaurantId(12)).unwrap();
    let now: Timestamp = "2026-11-24T16:00:00Z".parse().unwrap();
    let moment = Moment::now(now, TimeZone::get("Europe/Helsinki").unwrap());
    let stock = StockOf(chain.out_of_stock(shop.id()));
    let carts = [1, 3, 10, 30].map(|lines| (lines, cart(lines)));
    let request = |cart| PriceRequest {
        chain: &chain,
        cart,
        person: Person { kind: PersonKind::Member, is_adult: true },
        moment: &moment,
        shop,
        kitchen: shop,
        shop_message: None,
        lunch_until: Some(MinuteOfDay::of_hour(14)),
        stock: &stock,
        codes: &NoCodes,
    };
    let mut group = criterion.benchmark_group("a cart priced");
    group.throughput(Throughput::Elements(1));
    for (lines, cart) in &carts {
        let priced = price(request(cart));
        assert!(priced.is_valid() && priced.lines.len() == *lines, "{:?}", priced.messages);
        assert_eq!(plain::outcome::Outcome::of(&priced), plain::price(request(cart)));
        group.bench_function(format!("of {lines} lines"), |bench| bench.iter(|| price(black_box(request(cart)))));
    }
    let ten = &carts[2].1;
    group.bench_function("of 10 lines, plainly", |bench| bench.iter(|| plain::price(black_box(request(ten)))));
    group.finish();
}

criterion_group!(benches, carts);
criterion_main!(benches);
