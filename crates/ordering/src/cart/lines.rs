//! From lines on the wire to lines that can be priced.

use std::collections::HashSet;

use chain::{LONGEST_CODE, LONGEST_ID, PromotionCode};
use domain::words::{HiddenCharacter, Lines, Words};
use pricing::{CartIngredient, CartLine, ComboMark};
use server::{ApiError, words::hidden};

use super::{
    body::{IngredientBody, ItemBody},
    read::{LONGEST_TEXT, check},
};
use crate::menu::{MOST_DOSES, MOST_INGREDIENTS};

/// The most lines of a cart.
const MOST_LINES: usize = 50;
/// The most units of a line.
const MOST_UNITS: u32 = 99;

/// The lines of a cart; each has a name of its own.
pub(super) fn read_lines(sent: Vec<ItemBody>) -> Result<Vec<CartLine>, ApiError> {
    if sent.len() > MOST_LINES {
        return Err(ApiError::invalid("orderItems"));
    }
    let mut names = HashSet::with_capacity(sent.len());
    let mut lines = Vec::with_capacity(sent.len());
    for (at, item) in sent.into_iter().enumerate() {
        let line = read_line(item).map_err(|error| error.within(&format!("orderItems[{at}]")))?;
        if !names.insert(line.id.clone()) {
            return Err(ApiError::invalid(format!("orderItems[{at}].uuid")));
        }
        lines.push(line);
    }
    Ok(lines)
}

/// A line; faults are named by their paths in it.
pub(super) fn read_line(item: ItemBody) -> Result<CartLine, ApiError> {
    for (id, field) in [(&item.uuid, "uuid"), (&item.product_id, "productId"), (&item.size_id, "sizeId")] {
        check(Some(id), LONGEST_ID, field)?;
    }
    check(item.combo_id.as_deref(), LONGEST_ID, "comboId")?;
    // A kitchen is sent it.
    Words::read(&item.uuid, Lines::One).map_err(|HiddenCharacter| hidden("uuid"))?;
    check(item.combo_campaign_code.as_deref(), LONGEST_CODE, "comboCampaignCode")?;
    check(item.added_from.as_deref(), LONGEST_TEXT, "addedFrom")?;
    if !(1..=MOST_UNITS).contains(&item.quantity) {
        return Err(ApiError::invalid("quantity"));
    }
    let code = item.combo_campaign_code.as_deref().and_then(|code| PromotionCode::read(code).ok());
    Ok(CartLine {
        id: item.uuid.into(),
        product: item.product_id.as_str().into(),
        size: item.size_id.as_str().into(),
        quantity: item.quantity,
        combo: item.combo_id.map(|id| ComboMark { id: id.into(), code }),
        ingredients: item.ingredients.map(read_ingredients).transpose()?,
    })
}

fn read_ingredients(sent: Vec<IngredientBody>) -> Result<Vec<CartIngredient>, ApiError> {
    if sent.len() > MOST_INGREDIENTS {
        return Err(ApiError::invalid("ingredients"));
    }
    let all = sent.into_iter().enumerate();
    all.map(|(at, one)| read_ingredient(one).map_err(|error| error.within(&format!("ingredients[{at}]")))).collect()
}

fn read_ingredient(one: IngredientBody) -> Result<CartIngredient, ApiError> {
    check(Some(&one.ingredient_id), LONGEST_ID, "ingredientId")?;
    check(one.added_from.as_deref(), LONGEST_TEXT, "addedFrom")?;
    if one.quantity > MOST_DOSES {
        return Err(ApiError::invalid("quantity"));
    }
    let ingredient = one.ingredient_id.as_str().into();
    Ok(CartIngredient { ingredient, quantity: one.quantity, added_from: one.added_from })
}
