//! The carts whose pricing is measured, and all that their price depends on.

use chain::{Chain, MinuteOfDay, PromotionCode};
use domain::{ids::RestaurantId, order::OrderType};
use jiff::{Timestamp, tz::TimeZone};
use pricing::{Buyer, Cart, CartIngredient, CartLine, ComboMark, Moment, NoCodes, PersonKind, PriceRequest, StockOf};

const SHOP: RestaurantId = RestaurantId(12);

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
pub(crate) fn cart(lines: usize) -> Cart {
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
        shop: SHOP,
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

/// A dinner on a Tuesday.
pub(crate) fn moment() -> Moment {
    let now: Timestamp = "2026-11-24T16:00:00Z".parse().unwrap();
    Moment::now(now, TimeZone::get("Europe/Helsinki").unwrap())
}

/// What is out of stock where the carts are made.
pub(crate) fn stock(chain: &Chain) -> StockOf<'_> {
    StockOf(chain.out_of_stock(SHOP))
}

/// A member's cart at that moment.
pub(crate) fn request<'a>(
    chain: &'a Chain,
    cart: &'a Cart,
    moment: &'a Moment,
    stock: &'a StockOf<'a>,
) -> PriceRequest<'a> {
    let shop = chain.shop(SHOP).unwrap();
    PriceRequest {
        chain,
        cart,
        person: Buyer { kind: PersonKind::Member, is_adult: true },
        moment,
        shop,
        kitchen: shop,
        shop_message: None,
        lunch_until: Some(MinuteOfDay::of_hour(14)),
        stock,
        codes: &NoCodes,
    }
}
