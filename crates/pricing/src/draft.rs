//! A line while it is priced.

use chain::{Campaign, CampaignEffect, Chain, Product, ProductSize};
use domain::money::Cents;
use smallvec::SmallVec;

use crate::{
    cart::{CartLine, ComboMark, LineId},
    line::{Dose, Doses, Unit, ValidLine, dose_price, unit_price},
    message::ItemOfMessage,
    priced::{PricedIngredient, PricedLine},
    steps::PriceStep,
};

/// A line while it is priced.
#[derive(Debug)]
pub(crate) struct DraftLine<'a> {
    pub(crate) id: LineId,
    pub(crate) product: &'a Product,
    pub(crate) size: &'a ProductSize,
    pub(crate) quantity: u32,
    pub(crate) unit: Unit<'a>,
    pub(crate) combo: Option<ComboMark>,
    pub(crate) price: Cents,
    pub(crate) discount: Cents,
    /// Units that no campaign of units and no combo has taken.
    pub(crate) free_units: u32,
    /// Units whose base a campaign made free.
    pub(crate) units_for_nothing: u32,
    pub(crate) applied: Vec<(&'a Campaign, u32)>,
    /// Of all units together.
    pub(crate) steps: Vec<PriceStep<'a>>,
    pub(crate) is_out_of_stock: bool,
    pub(crate) item: ItemOfMessage<'a>,
    doses: Doses<'a>,
}

impl<'a> DraftLine<'a> {
    pub(crate) fn new(line: &'a CartLine, kept: ValidLine<'a>, is_lunch: bool) -> Self {
        let ValidLine { product, size, doses, is_out_of_stock, item } = kept;
        let mut unit = unit_price(product, size, &doses, is_lunch);
        let quantity = line.quantity;
        let mut steps = std::mem::take(&mut unit.steps);
        for step in &mut steps {
            step.quantity *= quantity;
            step.amount.0 *= i64::from(quantity);
        }
        Self {
            id: line.id.clone(),
            product,
            size,
            quantity,
            price: Cents(unit.price.0 * i64::from(quantity)),
            unit,
            combo: line.combo.clone(),
            discount: Cents(0),
            free_units: quantity,
            units_for_nothing: 0,
            applied: Vec::new(),
            steps,
            doses,
            is_out_of_stock,
            item,
        }
    }

    pub(crate) fn discounted_price(&self) -> Cents {
        Cents(self.price.0 - self.discount.0)
    }

    /// Records that a campaign took units; one that several codes bring is recorded once.
    pub(crate) fn record(&mut self, campaign: &'a Campaign, units: u32) {
        match self.applied.iter_mut().find(|(known, _)| known.id == campaign.id) {
            // An amount is said of the line's units, whatever brought it.
            Some(_) if matches!(campaign.effect, CampaignEffect::Amount(_)) => {}
            Some((_, known)) => *known += units,
            None => self.applied.push((campaign, units)),
        }
    }

    /// The units that a campaign took.
    pub(crate) fn units_taken(&self, campaign: &Campaign) -> u32 {
        self.applied.iter().find(|(known, _)| known.id == campaign.id).map_or(0, |(_, units)| *units)
    }

    /// The allergens of whatever is on it, each once, in their order.
    pub(crate) fn allergens(&self) -> Vec<chain::Allergen> {
        let on = self.doses.on().flat_map(|dose| &dose.ingredient.allergens);
        let mut all: SmallVec<[_; 32]> = self.product.allergens.iter().chain(on).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.to_vec()
    }

    pub(crate) fn finish(self, chain: &Chain) -> PricedLine<'a> {
        let ingredient = |dose: &Dose<'a>| PricedIngredient {
            ingredient: dose.ingredient,
            quantity: dose.quantity,
            recipe_quantity: dose.recipe,
            price: dose_price(dose.ingredient, &self.size.id),
            added_from: dose.added_from,
        };
        let is_left_out = |dose: &&Dose<'a>| dose.quantity == 0 && dose.recipe > 0;
        let left_out = self.doses.all.iter().filter(is_left_out).map(ingredient).collect();
        let mut ingredients = Vec::with_capacity(self.doses.all.len());
        ingredients.extend(self.doses.on().map(ingredient));
        PricedLine {
            loyalty_slices: chain.menu().loyalty_slices(self.product, &self.size.id) * self.quantity,
            allergens: self.allergens(),
            id: self.id,
            product: self.product,
            size: self.size,
            quantity: self.quantity,
            base_price: self.unit.base,
            item_price: self.unit.price,
            price_correction: self.unit.correction,
            price: self.price,
            discount: self.discount,
            units_for_nothing: self.units_for_nothing,
            discounted_quantity: self.quantity - self.free_units,
            applied: self.applied,
            combo: self.combo,
            is_out_of_stock: self.is_out_of_stock,
            ingredients,
            left_out,
            explanation: self.steps,
        }
    }
}
