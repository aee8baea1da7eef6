//! Whether a line may be as it is: the table of the contract, row by row (docs/spec/ordering.md, "Line checks").

use chain::{Chain, IngredientCategory, Product, ProductSize, Shop};
use domain::{error::Code, order::OrderType};

use super::{
    doses::{Dose, Doses},
    recipe::dose_bounds,
};
use crate::{
    cart::CartLine,
    message::{ItemOfMessage, PriceMessage},
    moment::Moment,
    person::{Buyer, Stock},
};

/// What a line comes to before it is priced.
#[derive(Debug)]
pub(crate) struct LineCheck<'a> {
    /// The first fault, if there is one.
    pub(crate) message: Option<PriceMessage>,
    /// What stays of it; none: it is gone.
    pub(crate) kept: Option<ValidLine<'a>>,
}

/// A line that is priced.
#[derive(Debug)]
pub(crate) struct ValidLine<'a> {
    pub(crate) product: &'a Product,
    pub(crate) size: &'a ProductSize,
    pub(crate) doses: Doses<'a>,
    pub(crate) is_out_of_stock: bool,
    pub(crate) item: ItemOfMessage<'a>,
}

/// Where and by whom a line is asked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LineContext<'a> {
    pub(crate) chain: &'a Chain,
    /// The restaurant that cooks.
    pub(crate) kitchen: &'a Shop,
    pub(crate) stock: &'a dyn Stock,
    pub(crate) order_type: OrderType,
    pub(crate) person: Buyer,
    pub(crate) moment: &'a Moment,
}

/// The faults of one line: the first is said, and any that takes the line does.
struct LineFaults<'a> {
    item: ItemOfMessage<'a>,
    first: Option<PriceMessage>,
}

impl<'a> LineFaults<'a> {
    fn say(&mut self, message: PriceMessage) {
        if self.first.is_none() {
            self.first = Some(message.about(&self.item));
        }
    }

    fn note(&mut self, code: Code) {
        self.say(PriceMessage::new(code));
    }

    fn gone(mut self, code: Code) -> LineCheck<'a> {
        self.note(code);
        LineCheck { message: self.first, kept: None }
    }
}

/// Checks a line, first fault first.
pub(crate) fn check<'a>(place: LineContext<'a>, line: &'a CartLine) -> LineCheck<'a> {
    let product = place.chain.menu().product(line.product.as_str());
    let item = ItemOfMessage {
        id: &line.id,
        product: line.product.as_str(),
        size: line.size.as_str(),
        name: product.map(|product| product.name.as_str()),
        quantity: line.quantity,
    };
    let mut faults = LineFaults { item, first: None };
    let Some(product) = product.filter(|product| !product.is_inactive) else {
        return faults.gone(Code::ProductNotFound);
    };
    if !product.is_in_default_menu && !place.kitchen.extra_products.contains(&product.id) {
        return faults.gone(Code::NotInDefaultMenu);
    }
    if place.kitchen.products_not_sold.contains(&product.id) || !product.order_types.contains(&place.order_type) {
        return faults.gone(Code::NotInShopMenu);
    }
    if product.is_age_restricted {
        if place.order_type == OrderType::Delivery {
            faults.note(Code::AlcoholNoDelivery);
        } else if !place.person.may_order_alcohol() {
            let age = place.chain.settings().minimum_age.to_string();
            faults.say(PriceMessage::new(Code::AlcoholNotAllowed).saying("age", &age));
            return faults.gone(Code::AlcoholNotAllowed);
        }
    }
    let Some(size) = product.size(line.size.as_str()) else { return faults.gone(Code::ProductIncorrect) };
    let doses = Doses::of(place.chain, product, line);
    if !doses.wrong.is_empty() {
        faults.say(PriceMessage::new(Code::IngredientsIncorrect).with("ingredientIds", doses.wrong.to_vec()));
        return faults.gone(Code::IngredientsIncorrect);
    }
    let is_out_of_stock = check_kept(&mut faults, place, product, size, &doses);
    let LineFaults { item, first } = faults;
    LineCheck { message: first, kept: Some(ValidLine { product, size, doses, is_out_of_stock, item }) }
}

/// The faults with which a line stays, rows 7 to 13; whether it is out of stock.
fn check_kept(
    faults: &mut LineFaults<'_>,
    place: LineContext<'_>,
    product: &Product,
    size: &ProductSize,
    doses: &Doses<'_>,
) -> bool {
    if let Some(times) = product.sale_times {
        let minute = place.moment.minute();
        if !times.holds(minute) && !times.holds_next_day(minute) {
            let message = PriceMessage::new(Code::NotSoldAtTime);
            faults.say(message.with("from", times.from.to_string()).with("until", times.until.to_string()));
        }
    }
    let out = ids(doses.on().filter(|dose| place.stock.is_ingredient_out(&dose.ingredient.id, &size.id)));
    let is_out_of_stock = !out.is_empty() || place.stock.is_product_out(&product.id, &size.id);
    if is_out_of_stock {
        faults.say(PriceMessage::new(Code::OutOfStock).with("ingredientIds", out));
    }
    let modified = ids(doses.all.iter().filter(|dose| is_forbidden_change(product, dose)));
    if !modified.is_empty() {
        faults.say(PriceMessage::new(Code::ModificationNotAllowed).with("ingredientIds", modified));
    }
    let beyond = ids(doses.on().filter(|dose| is_beyond_bounds(product, size, doses, dose)));
    if !beyond.is_empty() {
        faults.say(PriceMessage::new(Code::InvalidQuantity).with("ingredientIds", beyond));
    }
    check_required(faults, product, doses);
    let needs_topping = NEEDS_TOPPING.contains(&product.category.as_str())
        && (product.is_custom || doses.all.iter().any(|dose| dose.recipe > 0 && dose.ingredient.is_topping()));
    let toppings = doses.toppings();
    if needs_topping && toppings == 0 {
        faults.note(Code::NotEnoughIngredients);
    }
    let most = place.chain.settings().max_toppings;
    if toppings > most {
        faults.say(PriceMessage::new(Code::TooManyIngredients).saying("max", &most.to_string()));
    }
    is_out_of_stock
}

/// Categories whose products need a topping (row 12).
const NEEDS_TOPPING: [&str; 6] = ["pizza", "monster", "minimonster", "lankku", "kotzone", "rulla"];

/// Row 9: slots aside, what is changed that may not be.
fn is_forbidden_change(product: &Product, dose: &Dose<'_>) -> bool {
    if dose.slot.is_some() || dose.quantity == dose.recipe {
        return false;
    }
    let is_added = dose.extra() > 0;
    !product.is_editable
        || (is_added && (dose.ingredient.is_recipe_only || dose.ingredient.category.is_base()))
        || (is_added && product.is_restricted && !dose.ingredient.is_spice())
}

/// Row 10: what there is too little or too much of.
fn is_beyond_bounds(product: &Product, size: &ProductSize, doses: &Doses<'_>, dose: &Dose<'_>) -> bool {
    let bounds = dose_bounds(dose.ingredient, dose.entry, dose.recipe);
    let slot = dose.slot.and_then(|own| product.slots.iter().find(|slot| slot.id == own.id));
    let is_over_slot =
        slot.is_some_and(|slot| doses.in_slot(slot).map(|dose| dose.quantity).sum::<u32>() > slot.max(&size.id));
    !bounds.contains(&dose.quantity) || is_over_slot
}

/// Row 11: what must be there and is not.
fn check_required(faults: &mut LineFaults<'_>, product: &Product, doses: &Doses<'_>) {
    for slot in product.slots.iter().filter(|slot| slot.required && doses.in_slot(slot).next().is_none()) {
        let code = match slot.category {
            IngredientCategory::Dough => Code::NoDough,
            IngredientCategory::Dip if product.category.as_str() == "monster" => Code::MonsterNeedsDip,
            _ => Code::RequiredIngredientsMissing,
        };
        let message = PriceMessage::new(code).with("slotId", slot.id.as_str());
        faults.say(match &slot.error_message {
            Some(text) => message.worded(text.clone()),
            None => message,
        });
    }
    let is_needed = |dose: &&Dose<'_>| {
        let least = dose.entry.map(|entry| entry.min_quantity.unwrap_or(dose.ingredient.min_quantity));
        dose.slot.is_none() && dose.quantity == 0 && least.is_some_and(|least| least >= 1)
    };
    let gone = ids(doses.all.iter().filter(is_needed));
    if !gone.is_empty() || (product.is_editable && doses.on().next().is_none()) {
        faults.say(PriceMessage::new(Code::RequiredIngredientsMissing).with("ingredientIds", gone));
    }
}

fn ids<'d, 'a: 'd>(doses: impl Iterator<Item = &'d Dose<'a>>) -> Vec<&'a str> {
    doses.map(|dose| dose.ingredient.id.as_str()).collect()
}
