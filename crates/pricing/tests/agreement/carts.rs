//! Carts of chance, and what stands around them.

use std::collections::{BTreeMap, BTreeSet};

use chain::{Allergen, Chain, IngredientId, MinuteOfDay, Product, ProductId, PromotionCode, Shop, SizeId, ZoneId};
use domain::{error::Code, geo::LatLng, ids::RestaurantId, money::Cents, order::OrderType};
use jiff::{civil::DateTime, tz::TimeZone};
use pricing::{
    Buyer, Cart, CartIngredient, CartLine, CodeLookUp, ComboMark, DeliveryFee, Moment, PersonKind, PriceMessage,
    PriceRequest, Stock,
};
use rand::{Rng, RngExt, rngs::StdRng, seq::IndexedRandom};

/// Ingredients and products that are out in a size.
#[derive(Debug, Default)]
pub(crate) struct Out {
    products: BTreeSet<(String, String)>,
    ingredients: BTreeSet<(String, String)>,
}

impl Stock for Out {
    fn is_product_out(&self, product: &ProductId, size: &SizeId) -> bool {
        self.products.contains(&(product.to_string(), size.to_string()))
    }

    fn is_ingredient_out(&self, ingredient: &IngredientId, size: &SizeId) -> bool {
        self.ingredients.contains(&(ingredient.to_string(), size.to_string()))
    }
}

/// What is known of codes.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) is_blocked: bool,
    pub(crate) uses: u32,
    pub(crate) benefits: BTreeMap<PromotionCode, &'static str>,
}

impl CodeLookUp for Known {
    fn is_blocked(&self, _: &PromotionCode) -> bool {
        self.is_blocked
    }

    fn uses(&self, _: &PromotionCode) -> u32 {
        self.uses
    }

    fn benefit_type(&self, code: &PromotionCode) -> Option<&str> {
        self.benefits.get(code).copied()
    }
}

/// A cart with all that its price depends on beside the chain.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) cart: Cart,
    pub(crate) person: Buyer,
    pub(crate) moment: Moment,
    pub(crate) lunch_until: Option<MinuteOfDay>,
    pub(crate) shop_message: Option<PriceMessage>,
    pub(crate) is_baked_elsewhere: bool,
    pub(crate) stock: Out,
    pub(crate) codes: Known,
}

impl Case {
    pub(crate) fn request<'a>(&'a self, chain: &'a Chain) -> PriceRequest<'a> {
        let shop: &Shop = chain.shop(self.cart.shop).unwrap();
        let elsewhere = chain.shops().iter().find(|other| self.is_baked_elsewhere && other.id() != shop.id());
        PriceRequest {
            chain,
            cart: &self.cart,
            person: self.person,
            moment: &self.moment,
            shop,
            kitchen: elsewhere.unwrap_or(shop),
            shop_message: self.shop_message.as_ref(),
            lunch_until: self.lunch_until,
            stock: &self.stock,
            codes: &self.codes,
        }
    }
}

/// Codes that nobody has in their plain form; the last three have the form of a benefit's.
const CODES: [&str; 8] =
    ["eimitään", "kesa5", "jaettu", "jaettu2", "7q2m9x4t8w3kd", "0000000000001", "0000000000002", "0000000000003"];

const MOMENTS: [&str; 14] = [
    "2026-11-24T16:00:00",
    "2026-11-24T16:00:01",
    "2026-11-24T20:00:00",
    "2026-11-24T11:30:00",
    "2026-11-24T13:59:59.5",
    "2026-11-24T14:00:00",
    "2026-11-25T07:59:59",
    "2026-11-25T08:00:00",
    "2026-11-25T12:00:00",
    "2026-11-25T21:59:00",
    "2026-11-25T22:00:00",
    "2026-11-28T01:30:00",
    "2026-11-29T02:00:00",
    "2025-12-31T18:00:00",
];

/// A case of chance in a chain.
pub(crate) fn case(rng: &mut StdRng, chain: &Chain) -> Case {
    let helsinki = TimeZone::get("Europe/Helsinki").unwrap();
    let mut instant = || MOMENTS.choose(rng).unwrap().parse::<DateTime>().unwrap().to_zoned(helsinki.clone()).unwrap();
    let (now, later) = (instant(), instant());
    let moment = if rng.random_bool(0.2) {
        Moment::preorder(now.timestamp(), later)
    } else {
        Moment::now(now.timestamp(), helsinki.clone())
    };
    let kinds = [PersonKind::Guest, PersonKind::Customer, PersonKind::Member, PersonKind::CallCentre];
    let mut benefits = BTreeMap::new();
    for (code, benefit) in CODES[5..].iter().zip(["freePizza", "giftCard10", "eiole"]) {
        if rng.random_bool(0.7) {
            benefits.insert(PromotionCode::read(code).unwrap(), benefit);
        }
    }
    Case {
        cart: cart(rng, chain),
        person: Buyer { kind: *kinds.choose(rng).unwrap(), is_adult: rng.random_bool(0.5) },
        moment,
        lunch_until: rng.random_bool(0.6).then(|| MinuteOfDay::of_hour(14)),
        shop_message: rng.random_bool(0.05).then(|| PriceMessage::new(Code::ShopClosed)),
        is_baked_elsewhere: rng.random_bool(0.1),
        stock: out(rng, chain),
        codes: Known { is_blocked: rng.random_bool(0.02), uses: rng.random_range(0..8), benefits },
    }
}

fn out(rng: &mut StdRng, chain: &Chain) -> Out {
    let mut out = Out::default();
    if rng.random_bool(0.15) {
        for product in chain.menu().products().sample(rng, 3) {
            out.products.insert((product.id.to_string(), product.sizes[0].id.to_string()));
        }
        for ingredient in chain.menu().ingredients().sample(rng, 3) {
            out.ingredients.insert((ingredient.id.to_string(), "101".to_owned()));
        }
    }
    out
}

fn cart(rng: &mut StdRng, chain: &Chain) -> Cart {
    let mut codes: Vec<PromotionCode> = Vec::new();
    for _ in 0..[0, 0, 1, 1, 2, 3, 5].choose(rng).copied().unwrap() {
        let of_campaigns: Vec<&PromotionCode> =
            chain.campaigns().iter().filter_map(|one| one.promotion_code.as_ref()).collect();
        let code = match of_campaigns.choose(rng) {
            Some(code) if rng.random_bool(0.75) => (*code).clone(),
            _ => PromotionCode::read(CODES.choose(rng).unwrap()).unwrap(),
        };
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    let mut lines = Vec::new();
    for _ in 0..[0, 1, 1, 2, 2, 3, 4, 5, 8].choose(rng).copied().unwrap() {
        lines.push(line(rng, chain));
    }
    if rng.random_bool(0.35) {
        add_combo(rng, chain, &mut codes, &mut lines);
    }
    let mut taken: BTreeSet<String> = BTreeSet::new();
    for line in &mut lines {
        while !taken.insert(line.id.to_string()) {
            line.id = name(rng).as_str().into();
        }
    }
    let point = |lat: f64, lng: f64| LatLng::new(lat, lng).unwrap();
    let points = [point(60.171, 24.948), point(60.189, 24.979), point(60.195, 24.99), point(61.5, 23.7)];
    let shops: Vec<RestaurantId> = chain.shops().iter().map(Shop::id).collect();
    let allergens = rng.random_bool(0.2).then(|| [Allergen::Milk, Allergen::Gluten, Allergen::Fish].to_vec());
    Cart {
        shop: if rng.random_bool(0.7) { RestaurantId(12) } else { *shops.choose(rng).unwrap() },
        order_type: *[OrderType::Delivery, OrderType::Delivery, OrderType::Pickup, OrderType::Eatin]
            .choose(rng)
            .unwrap(),
        lines,
        payment_method: rng.random_bool(0.4).then(|| (*["scheme", "cod"].choose(rng).unwrap()).to_owned()),
        promotion_codes: codes,
        declines_phone_order_fee: rng.random_bool(0.3),
        without_packaging: rng.random_bool(0.4),
        avoid_allergens: allergens.unwrap_or_default(),
        coordinates: rng.random_bool(0.6).then(|| *points.choose(rng).unwrap()),
        delivery_fee: match rng.random_range(0..8) {
            0 => Some(DeliveryFee::Expired),
            1 => Some(DeliveryFee::Invalid),
            2 => {
                let (zone, version) = *[("12-1", "V1"), ("12-1", "V2"), ("12-2", "V1")].choose(rng).unwrap();
                let fee = Cents(rng.random_range(0..800));
                Some(DeliveryFee::Held { fee, zone: ZoneId::from(zone), version: version.to_owned() })
            }
            _ => None,
        },
        has_delivery_service_fee: rng.random_bool(0.3),
    }
}

fn name(rng: &mut StdRng) -> String {
    format!("{:03x}", rng.next_u32() % 0xfff)
}

fn line(rng: &mut StdRng, chain: &Chain) -> CartLine {
    let product = chain.menu().products().choose(rng).unwrap();
    let size = product.sizes.choose(rng).unwrap();
    let is_strange = rng.random_bool(0.03);
    CartLine {
        id: name(rng).as_str().into(),
        product: if is_strange && rng.random_bool(0.5) { "9999".into() } else { product.id.clone() },
        size: if is_strange { "999".into() } else { size.id.clone() },
        quantity: [1, 1, 1, 2, 2, 3, 7].choose(rng).copied().unwrap(),
        combo: None,
        ingredients: rng.random_bool(0.75).then(|| ingredients(rng, chain, product)),
    }
}

/// The recipe with changes; most lines can be sold.
fn ingredients(rng: &mut StdRng, chain: &Chain, product: &Product) -> Vec<CartIngredient> {
    let mut all: Vec<(IngredientId, u32)> =
        product.recipe.iter().map(|entry| (entry.ingredient.clone(), entry.quantity)).collect();
    for slot in &product.slots {
        let current = all.iter().position(|(id, _)| slot.options.contains(id));
        let current = current.map(|at| all.remove(at).0).or_else(|| slot.default.clone());
        let chosen = if rng.random_bool(0.3) { slot.options.choose(rng).cloned() } else { current };
        if rng.random_bool(0.95) {
            all.extend(chosen.map(|id| (id, 1)));
        }
        if rng.random_bool(0.15) {
            all.extend(slot.options.choose(rng).map(|id| (id.clone(), rng.random_range(1..4))));
        }
    }
    if product.is_editable || rng.random_bool(0.1) {
        let of_menu: Vec<_> =
            chain.menu().ingredients().iter().filter(|one| one.is_topping() || one.is_spice()).collect();
        for _ in 0..[0, 0, 1, 2, 3, 6].choose(rng).copied().unwrap() {
            all.push((of_menu.choose(rng).unwrap().id.clone(), rng.random_range(1..3)));
        }
        if rng.random_bool(0.1) && !all.is_empty() {
            let at = rng.random_range(0..all.len());
            all.remove(at);
        }
    }
    if rng.random_bool(0.04) {
        all.push((chain.menu().ingredients().choose(rng).unwrap().id.clone(), rng.random_range(0..20)));
    }
    if rng.random_bool(0.01) {
        all.push(("4711".into(), rng.random_range(0..2)));
        all.push((["4711", "4712"].choose(rng).copied().unwrap().into(), 1));
    }
    if rng.random_bool(0.3) {
        all.reverse();
    }
    let from = |rng: &mut StdRng| rng.random_bool(0.3).then(|| "extra".into());
    all.into_iter()
        .map(|(ingredient, quantity)| CartIngredient { ingredient, quantity, added_from: from(rng) })
        .collect()
}

/// The lines of a combo, sometimes with a fault; mostly its code too.
fn add_combo(rng: &mut StdRng, chain: &Chain, codes: &mut Vec<PromotionCode>, lines: &mut Vec<CartLine>) {
    let combos: Vec<_> = chain.campaigns().iter().filter(|one| one.combo().is_some()).collect();
    let Some(campaign) = combos.choose(rng) else { return };
    let (Some(combo), Some(code)) = (campaign.combo(), campaign.promotion_code.clone()) else { return };
    for number in 0..rng.random_range(1..3) {
        let mark = ComboMark { id: format!("combo-{number}").as_str().into(), code: Some(code.clone()) };
        let first = lines.len();
        for option in &combo.options {
            let products: Vec<&ProductId> = option.products.iter().collect();
            let product = chain.menu().product(products.choose(rng).unwrap().as_str()).unwrap();
            let sizes: Vec<_> = product.sizes.iter().filter(|size| option.sizes.contains(&size.id)).collect();
            let Some(size) = sizes.choose(rng) else { continue };
            let mut one = line(rng, chain);
            (one.product, one.size, one.quantity) = (product.id.clone(), size.id.clone(), 1);
            one.ingredients = rng.random_bool(0.5).then(|| ingredients(rng, chain, product));
            one.combo = Some(mark.clone());
            lines.push(one);
        }
        if rng.random_bool(0.1) && lines.len() > first {
            let at = rng.random_range(first..lines.len());
            match rng.random_range(0..3) {
                0 => lines[at].quantity = 2,
                1 => lines[at].combo = None,
                _ => drop(lines.remove(at)),
            }
        }
    }
    if rng.random_bool(0.85) && codes.len() < 5 && !codes.contains(&code) {
        let at = rng.random_range(0..=codes.len());
        codes.insert(at, code);
    }
}
