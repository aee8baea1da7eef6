//! `POST /api/commerce/v2/shops/{shopId}/products/{productId}/resize`: what is on a product, in another of its sizes.

use axum::extract::State;
use chain::Product;
use domain::error::Code;
use pricing::{Moment, recipe};
use serde::Deserialize;
use server::{ApiError, ErrorBody, Json, Path};
use utoipa::ToSchema;

use crate::{
    menu::{IngredientDoses, MOST_DOSES, MOST_INGREDIENTS, Resized, Situation, resize},
    ordering::Ordering,
    shopper::Shopper,
};

/// What is on a product, and which size it is to be.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Resize {
    from_size_id: String,
    size_id: String,
    /// All that is on it; absent or null: the recipe.
    ingredients: Option<Vec<IngredientDoses>>,
}

/// Takes what is on a product into another of its sizes.
#[utoipa::path(post, path = "/api/commerce/v2/shops/{shopId}/products/{productId}/resize", operation_id = "resizeProduct",
    tag = "menu", request_body = Resize,
    params(("shopId" = String, Path, description = "The restaurant's number"),
        ("productId" = String, Path, description = "The product's id")),
    responses(
        (status = 200, description = "What of it there is in that size, and what not", body = Resized),
        (status = "4XX", description = "Refused", body = ErrorBody),
        (status = 404, description = "No such restaurant, or it does not sell such a product", body = ErrorBody),
        (status = 422, description = "A size that the product does not have, or too many ingredients", body = ErrorBody)))]
pub(super) async fn resize_product(
    State(ordering): State<Ordering>,
    Path((shop, product)): Path<(String, String)>,
    shopper: Shopper,
    Json(wanted): Json<Resize>,
) -> Result<Json<Resized>, ApiError> {
    let view = ordering.view();
    let (shop, chain) = (view.shop_of_path(&shop)?, view.chain());
    let moment = Moment::now(view.now(), chain::hours::zone());
    let person = shopper.person(moment.date(), chain.settings().minimum_age);
    let situation = Situation::in_shop(&view, shop, None, &moment, person);
    let product = chain.menu().product(&product).filter(|product| situation.sells(chain, product));
    let product = product.ok_or_else(|| ApiError::new(Code::ProductNotFound))?;
    let size_of = |id: &str, field: &str| product.size(id).ok_or_else(|| ApiError::invalid(field));
    size_of(&wanted.from_size_id, "fromSizeId")?;
    let size = size_of(&wanted.size_id, "sizeId")?;
    let ingredients = wanted.ingredients.map_or_else(|| Ok(recipe_of(chain, product)), within_bounds)?;
    Ok(Json(resize(chain, size, ingredients)))
}

fn recipe_of(chain: &chain::Chain, product: &Product) -> Vec<IngredientDoses> {
    let doses = recipe(chain, product);
    let row = |dose: pricing::RecipeDose<'_>| IngredientDoses {
        ingredient_id: dose.ingredient.id.to_string(),
        quantity: dose.quantity,
    };
    doses.map(row).collect()
}

/// No more than a line can hold (docs/spec/ordering.md, "Bounds").
fn within_bounds(ingredients: Vec<IngredientDoses>) -> Result<Vec<IngredientDoses>, ApiError> {
    if ingredients.len() > MOST_INGREDIENTS {
        return Err(ApiError::invalid("ingredients"));
    }
    for (at, doses) in ingredients.iter().enumerate() {
        if doses.quantity > MOST_DOSES {
            return Err(ApiError::invalid(format!("ingredients[{at}].quantity")));
        }
        if doses.ingredient_id.chars().count() > chain::LONGEST_ID {
            return Err(ApiError::invalid(format!("ingredients[{at}].ingredientId")));
        }
    }
    Ok(ingredients)
}
