//! An order that a test asks the price of.

use std::collections::BTreeMap;

use chain::{Chain, IngredientId, MinuteOfDay, OutOfStock, PromotionCode};
use domain::{geo::LatLng, ids::RestaurantId, order::OrderType};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use pricing::{
    BestPrice, Buyer, Cart, CartIngredient, CartLine, CodeLookUp, ComboMark, Moment, OfferedCode, OwnCode, PersonKind,
    PriceRequest, Priced, StockOf, best_price, offered_codes, price, price_item,
};
use serde_json::Value;

pub(crate) const EXAMPLE_RESTAURANTS: &str = include_str!("../../../chain/tests/fixtures/example/restaurants.json");
const EXAMPLE_MENU: &str = include_str!("../../../chain/tests/fixtures/example/menu.json");
const EXAMPLE_AREAS: &str = include_str!("../../../chain/tests/fixtures/example/areas.json");
const WIDE_MENU: &str = include_str!("../fixtures/wide_menu.json");
/// All other files of the wide chain, of which the codes name campaigns that tests do not have.
const WIDE_REST: &str = include_str!("../fixtures/wide_rest.json");

/// The chain of the contract's examples with these campaigns, where all food is taxed at 14 %.
pub(crate) fn example(campaigns: &str) -> Chain {
    example_with(campaigns, "[]")
}

/// The same, with codes beside those of the campaigns.
pub(crate) fn example_with(campaigns: &str, codes: &str) -> Chain {
    let settings = r#"{"vat":[{"percent":14}],"deliveryServiceFee":{"shops":["12"],"amount":0.99}}"#;
    let campaigns = format!("[{campaigns}]");
    let texts = [
        ("restaurants.json", EXAMPLE_RESTAURANTS),
        ("menu.json", EXAMPLE_MENU),
        ("areas.json", EXAMPLE_AREAS),
        ("campaigns.json", &campaigns),
        ("codes.json", codes),
        ("settings.json", settings),
    ];
    Chain::of_texts(&texts).unwrap()
}

/// The wide chain with these campaigns: products of every rule, restaurants 12 and 14.
pub(crate) fn wide(campaigns: &str) -> Chain {
    wide_with(campaigns, |_, _| {})
}

/// The same, with something changed in its menu or its other files.
pub(crate) fn wide_with(campaigns: &str, change: impl FnOnce(&mut Value, &mut Value)) -> Chain {
    let mut menu: Value = serde_json::from_str(WIDE_MENU).unwrap();
    let mut rest: Value = serde_json::from_str(WIDE_REST).unwrap();
    change(&mut menu, &mut rest);
    let campaigns = format!("[{campaigns}]");
    let texts = [
        ("restaurants.json", rest["restaurants"].to_string()),
        ("menu.json", menu.to_string()),
        ("areas.json", rest["areas"].to_string()),
        ("campaigns.json", campaigns),
        ("settings.json", rest["settings"].to_string()),
    ];
    Chain::of_texts(&texts.each_ref().map(|(name, text)| (*name, text.as_str()))).unwrap()
}

/// What is known of codes.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) is_blocked: bool,
    pub(crate) uses: BTreeMap<&'static str, u32>,
    pub(crate) benefits: BTreeMap<&'static str, &'static str>,
}

impl CodeLookUp for Known {
    fn is_blocked(&self, _: &PromotionCode) -> bool {
        self.is_blocked
    }

    fn uses(&self, code: &PromotionCode) -> u32 {
        self.uses.get(code.as_str()).copied().unwrap_or(0)
    }

    fn benefit_type(&self, code: &PromotionCode) -> Option<&str> {
        self.benefits.get(code.as_str()).copied()
    }
}

/// A cart and all that its price depends on beside the chain.
#[derive(Debug)]
pub(crate) struct Order {
    pub(crate) cart: Cart,
    pub(crate) person: Buyer,
    pub(crate) moment: Moment,
    pub(crate) kitchen: RestaurantId,
    pub(crate) lunch_until: Option<MinuteOfDay>,
    pub(crate) out: OutOfStock,
    pub(crate) known: Known,
}

/// A guest's order for pickup, on a Tuesday at 16:00.
pub(crate) fn order(lines: Vec<CartLine>) -> Order {
    Order {
        cart: Cart {
            shop: RestaurantId(12),
            order_type: OrderType::Pickup,
            lines,
            payment_method: None,
            promotion_codes: Vec::new(),
            declines_phone_order_fee: false,
            without_packaging: false,
            avoid_allergens: Vec::new(),
            coordinates: None,
            delivery_fee: None,
            has_delivery_service_fee: false,
        },
        person: Buyer::GUEST,
        moment: moment("2026-11-24T16:00"),
        kitchen: RestaurantId(12),
        lunch_until: None,
        out: OutOfStock::default(),
        known: Known::default(),
    }
}

fn helsinki() -> TimeZone {
    TimeZone::get("Europe/Helsinki").unwrap()
}

fn instant(text: &str) -> Timestamp {
    text.parse::<DateTime>().unwrap().to_zoned(helsinki()).unwrap().timestamp()
}

fn moment(text: &str) -> Moment {
    Moment::now(instant(text), helsinki())
}

impl Order {
    pub(crate) fn delivered(mut self) -> Self {
        self.cart.order_type = OrderType::Delivery;
        self
    }

    pub(crate) fn eaten_in(mut self) -> Self {
        self.cart.order_type = OrderType::Eatin;
        self
    }

    /// By somebody who is not known to be an adult.
    pub(crate) fn by(mut self, kind: PersonKind) -> Self {
        self.person = Buyer { kind, is_adult: false };
        self
    }

    pub(crate) fn by_adult(mut self, kind: PersonKind) -> Self {
        self.person = Buyer { kind, is_adult: true };
        self
    }

    pub(crate) fn codes(mut self, codes: &[&str]) -> Self {
        self.cart.promotion_codes = codes.iter().map(|code| PromotionCode::read(code).unwrap()).collect();
        self
    }

    /// For now, which is this time in Helsinki.
    pub(crate) fn at(mut self, time: &str) -> Self {
        self.moment = moment(time);
        self
    }

    /// For a later time than now.
    pub(crate) fn preordered(mut self, time: &str) -> Self {
        self.moment = Moment::preorder(self.moment.now, instant(time).to_zoned(helsinki()));
        self
    }

    pub(crate) fn to(mut self, lat: f64, lng: f64) -> Self {
        self.cart.coordinates = LatLng::new(lat, lng).ok();
        self
    }

    pub(crate) fn paid_by(mut self, method: &str) -> Self {
        self.cart.payment_method = Some(method.to_owned());
        self
    }

    /// Prices it, holds its steps to their sums, and looks.
    pub(crate) fn priced<T>(&self, chain: &Chain, look: impl FnOnce(&Priced<'_>) -> T) -> T {
        let stock = StockOf(Some(&self.out));
        let priced = price(self.request(chain, &stock));
        let mut sum: i64 = priced.explanation.iter().map(|step| step.amount.0).sum();
        for line in &priced.lines {
            let steps: i64 = line.explanation.iter().map(|step| step.amount.0).sum();
            assert_eq!(steps, line.discounted_price().0, "{:?}", line.explanation);
            sum += steps;
        }
        assert_eq!(sum, priced.payable.0);
        look(&priced)
    }

    /// The codes of what is said of it as a single item, and what it costs so.
    pub(crate) fn item(&self, chain: &Chain) -> (Vec<&'static str>, Option<i64>) {
        let stock = StockOf(Some(&self.out));
        let item = price_item(self.request(chain, &stock));
        let said = item.messages.iter().map(|message| message.code.as_str()).collect();
        (said, item.line.map(|line| line.discounted_price().0))
    }

    fn request<'a>(&'a self, chain: &'a Chain, stock: &'a StockOf<'a>) -> PriceRequest<'a> {
        PriceRequest {
            chain,
            cart: &self.cart,
            person: self.person,
            moment: &self.moment,
            shop: chain.shop(self.cart.shop).unwrap(),
            kitchen: chain.shop(self.kitchen).unwrap(),
            shop_message: None,
            lunch_until: self.lunch_until,
            stock,
            codes: &self.known,
        }
    }

    /// The codes that may be brought to it, those that it has, its person's own with when they expire, and coupons.
    pub(crate) fn offered<'c>(&self, chain: &'c Chain, own: &[(&str, &str)]) -> Vec<OfferedCode<'c>> {
        let own = own
            .iter()
            .map(|(code, until)| OwnCode { code: PromotionCode::read(code).unwrap(), valid_until: instant(until) });
        offered_codes(chain, &self.cart.promotion_codes, &own.collect::<Vec<_>>(), self.moment.now, &self.known)
    }

    /// What it costs least with, as long as something says that it goes on.
    pub(crate) fn best_while(
        &self,
        chain: &Chain,
        own: &[(&str, &str)],
        mut goes_on: impl FnMut() -> bool,
    ) -> BestPrice {
        let stock = StockOf(Some(&self.out));
        best_price(self.request(chain, &stock), &self.offered(chain, own), &mut goes_on)
    }

    /// What it costs least with.
    pub(crate) fn best(&self, chain: &Chain, own: &[(&str, &str)]) -> BestPrice {
        self.best_while(chain, own, || true)
    }

    /// The codes of its messages.
    pub(crate) fn messages(&self, chain: &Chain) -> Vec<&'static str> {
        self.priced(chain, |priced| priced.messages.iter().map(|message| message.code.as_str()).collect())
    }

    /// What is listed of campaigns that do not apply: campaign and message.
    pub(crate) fn listed(&self, chain: &Chain) -> Vec<(String, &'static str)> {
        self.priced(chain, |priced| {
            let all = priced.not_applicable.iter();
            all.map(|one| (one.campaign.id.to_string(), one.message.code.as_str())).collect()
        })
    }

    /// What is left to pay, in cents.
    pub(crate) fn payable(&self, chain: &Chain) -> i64 {
        self.priced(chain, |priced| priced.payable.0)
    }
}

/// Some units of a product as its recipe has it.
pub(crate) fn plain(id: &str, product: &str, size: &str, quantity: u32) -> CartLine {
    let (id, product, size) = (id.into(), product.into(), size.into());
    CartLine { id, product, size, quantity, combo: None, ingredients: None }
}

/// A unit with these doses on it, and nothing else.
pub(crate) fn made(id: &str, product: &str, size: &str, on: &[(&str, u32)]) -> CartLine {
    let dose = |(ingredient, quantity): &(&str, u32)| CartIngredient {
        ingredient: IngredientId::from(*ingredient),
        quantity: *quantity,
        added_from: None,
    };
    CartLine { ingredients: Some(on.iter().map(dose).collect()), ..plain(id, product, size, 1) }
}

/// A part of a combo.
pub(crate) fn of_combo(mut line: CartLine, id: &str, code: &str) -> CartLine {
    line.combo = Some(ComboMark { id: id.into(), code: PromotionCode::read(code).ok() });
    line
}
