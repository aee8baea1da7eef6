//! A second pricing, slow and plain: the contract's rules once more, one after another, written without a look at the
//! product's. It shares with it the values that go in, and nothing else.

mod check;
mod conditions;
mod effects;
mod order;
pub(crate) mod outcome;
mod spread;
mod texts;
mod time;
mod unit;

use std::collections::BTreeMap;

use chain::{Campaign, CampaignEffect, PromotionCode, UnitEffect};
use pricing::{ComboMark, PersonKind, PriceRequest};

use self::{
    check::{Kept, check},
    conditions::Taking,
    outcome::{Ingredient, Line, Outcome, Said, said},
    texts::{ALLERGENS, About, WARNINGS, message},
    time::{local, within},
    unit::{Unit, unit},
};
use serde_json::json;

/// A line, and each of its units.
struct Item<'a> {
    about: About,
    kept: Kept<'a>,
    unit: Unit,
    combo: Option<ComboMark>,
    /// What took each unit: a campaign of step 6, or a combo.
    units: Vec<Option<&'a Campaign>>,
    discount: i64,
    line: Line,
}

impl Item<'_> {
    fn price(&self) -> i64 {
        self.unit.price * self.units.len() as i64
    }

    fn left(&self) -> i64 {
        self.price() - self.discount
    }

    fn takes_off(&mut self, step: &'static str, amount: i64) {
        self.discount += amount;
        *self.line.steps.entry(step).or_default() -= amount;
    }

    fn note(&mut self, campaign: &Campaign, units: u32) {
        let id = campaign.id.to_string();
        match self.line.applied.iter_mut().find(|(known, _)| *known == id) {
            // An amount is said of the line's units, however many codes brought it.
            Some(_) if matches!(campaign.effect, CampaignEffect::Amount(_)) => {}
            Some((_, known)) => *known += units,
            None => self.line.applied.push((id, units)),
        }
    }
}

/// A cart while it is priced.
struct Pricing<'a> {
    request: PriceRequest<'a>,
    is_lunch_time: bool,
    items: Vec<Item<'a>>,
    takings: Vec<Taking<'a>>,
    /// Campaigns that took effect; prepaid and postPurchase aside.
    in_effect: Vec<&'a Campaign>,
    /// What is said of codes, by their places.
    dropped: BTreeMap<usize, Said>,
    out: Outcome,
}

/// Prices a cart as the contract says.
pub(crate) fn price(request: PriceRequest<'_>) -> Outcome {
    let mut pricing = Pricing {
        is_lunch_time: within(request.chain.settings().lunch, &local(request.moment.at())),
        request,
        items: Vec::new(),
        takings: Vec::new(),
        in_effect: Vec::new(),
        dropped: BTreeMap::new(),
        out: Outcome::default(),
    };
    let of_lines = pricing.make_lines();
    pricing.find_campaigns();
    pricing.combos();
    pricing.line_campaigns();
    pricing.list_cross_sells();
    pricing.amounts();
    let of_delivery = pricing.charge();
    pricing.finish(of_lines, of_delivery)
}

impl<'a> Pricing<'a> {
    fn cost(&self) -> i64 {
        self.items.iter().map(Item::left).sum()
    }

    fn is_signed_in(&self) -> bool {
        self.request.person.kind != PersonKind::Guest
    }

    /// Steps 1 to 4; what is wrong with lines.
    fn make_lines(&mut self) -> Vec<Said> {
        let mut messages = Vec::new();
        for line in &self.request.cart.lines {
            let products = self.request.chain.menu().products();
            let about = About {
                uuid: line.id.to_string(),
                product: line.product.to_string(),
                size: line.size.to_string(),
                name: products.iter().find(|one| one.id.as_str() == line.product.as_str()).map(|one| one.name.clone()),
                quantity: line.quantity,
            };
            let (faults, kept) = check(&self.request, line, &about);
            messages.extend(faults.into_iter().next());
            let Some(kept) = kept else { continue };
            let is_lunch = self.is_lunch_time && self.request.lunch_until.is_some();
            let unit = unit(kept.product, kept.size, &kept.on, is_lunch);
            let steps = unit.steps.iter().map(|(kind, amount)| (*kind, amount * i64::from(line.quantity)));
            let view = Line { steps: steps.collect(), ..Line::default() };
            let units = vec![None; line.quantity as usize];
            self.items.push(Item { about, kept, unit, combo: line.combo.clone(), units, discount: 0, line: view });
        }
        messages
    }

    fn finish(mut self, of_lines: Vec<Said>, of_delivery: Option<Said>) -> Outcome {
        let cart = self.request.cart;
        let mut messages = Vec::new();
        if self.items.is_empty() {
            messages.push(message("cart/empty", &[], json!({})));
        }
        messages.extend(self.request.shop_message.map(said));
        messages.extend(of_delivery);
        messages.extend(of_lines);
        messages.extend(self.dropped.values().cloned());
        messages.extend(self.warnings());
        self.out.is_valid = messages.iter().all(|(code, ..)| WARNINGS.contains(&code.as_str()));
        self.out.messages = messages;
        let held = |place: &usize| !self.dropped.contains_key(place);
        self.out.codes =
            (0..cart.promotion_codes.len()).filter(held).map(|at| cart.promotion_codes[at].to_string()).collect();
        self.out.is_lunch_time = self.is_lunch_time;
        self.list_lunch();
        for item in &self.items {
            let product = item.kept.product.id.to_string();
            if item.kept.is_out_of_stock && !self.out.out_of_stock.contains(&product) {
                self.out.out_of_stock.push(product);
            }
        }
        let items = std::mem::take(&mut self.items);
        self.out.lines = items.iter().map(|item| self.line(item)).collect();
        self.out
    }

    fn line(&self, item: &Item<'a>) -> Line {
        let Kept { product, size, on, is_out_of_stock } = &item.kept;
        let ingredients = on.iter().filter(|one| one.quantity > 0).map(|one| Ingredient {
            id: one.ingredient.id.to_string(),
            quantity: one.quantity,
            of_recipe: one.of_recipe,
            price: one.ingredient.price_in(&size.id).unwrap().0,
            added_from: one.added_from.clone(),
        });
        let mut steps = item.line.steps.clone();
        steps.retain(|_, amount| *amount != 0);
        Line {
            id: item.about.uuid.clone(),
            product: product.id.to_string(),
            size: size.id.to_string(),
            quantity: item.about.quantity,
            base: item.unit.base,
            unit: item.unit.price,
            correction: item.unit.correction,
            price: item.price(),
            discount: item.discount,
            discounted_units: item.units.iter().flatten().count() as u32,
            applied: item.line.applied.clone(),
            for_nothing: item.line.for_nothing,
            slices: item.about.quantity * order::slices(self.request.chain, product, size),
            combo: item
                .combo
                .as_ref()
                .map(|mark| (mark.id.to_string(), mark.code.as_ref().map(PromotionCode::to_string))),
            is_out_of_stock: *is_out_of_stock,
            ingredients: ingredients.collect(),
            allergens: allergens(item),
            steps,
        }
    }

    fn warnings(&self) -> Vec<Said> {
        let mut warnings = Vec::new();
        for item in &self.items {
            let is_offer =
                |one: &&Campaign| matches!(one.effect, CampaignEffect::Units(UnitEffect::ToppingOffer { .. }));
            let is_offered = item.units.iter().flatten().any(is_offer);
            if is_offered && item.unit.paid_toppings.len() > 2 {
                warnings.push(item.about.message("campaign/offer-toppings-limit", &[], json!({})));
            }
            let avoided = |id: &&str| self.request.cart.avoid_allergens.iter().any(|one| one.as_str() == *id);
            let held: Vec<&str> = allergens(item).into_iter().filter(|id| avoided(id)).collect();
            if !held.is_empty() {
                let names: Vec<&str> =
                    held.iter().map(|id| ALLERGENS.iter().find(|(known, _)| known == id).unwrap().1).collect();
                let names = [("names", names.join(", "))];
                warnings.push(item.about.message("product/contains-allergen", &names, json!({"allergens": held})));
            }
        }
        warnings
    }

    fn list_lunch(&mut self) {
        let Some(until) = self.request.lunch_until.filter(|_| self.is_lunch_time) else { return };
        let mut products: Vec<(String, String, i64)> = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for item in &self.items {
            let product = item.kept.product;
            if seen.contains(&product.id.as_str()) {
                continue;
            }
            seen.push(product.id.as_str());
            for size in &product.sizes {
                if let Some(price) = size.lunch_price {
                    products.push((product.id.to_string(), size.id.to_string(), price.0));
                }
            }
        }
        (self.out.lunch_until, self.out.lunch_prices) = (Some(until.minutes()), products);
    }
}

/// What is in a line, in the order of the file.
fn allergens(item: &Item<'_>) -> Vec<&'static str> {
    let mut held: Vec<&str> = item.kept.product.allergens.iter().map(|one| one.as_str()).collect();
    for one in item.kept.on.iter().filter(|one| one.quantity > 0) {
        held.extend(one.ingredient.allergens.iter().map(|one| one.as_str()));
    }
    ALLERGENS.iter().map(|(id, _)| *id).filter(|id| held.contains(id)).collect()
}
