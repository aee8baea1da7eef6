//! What is sold, as the shop's pages know it: pure functions of the chain and a [`Situation`].

mod cache;
mod combo;
mod coupons;
mod free_delivery;
mod ingredient;
mod listing;
mod marks;
mod pantry;
mod product;
mod resize;
mod shared;
mod situation;
mod slot;
#[cfg(test)]
mod test_chain;

pub use cache::{BuiltMenu, MenuCache};
pub use combo::{ComboAvailability, ComboOptionView, ComboResult, ComboView, TimeOfDayCondition, combo_view};
pub use coupons::{CouponCard, CouponImage, CouponSummary, coupons};
pub use free_delivery::{FreeDeliveryCampaign, free_deliveries};
pub use ingredient::{Dosings, IngredientRow, NutritionFacts, SizeDosing};
pub use listing::{
    HighlightItem, LightDelicacies, MenuCategory, MenuHighlights, MenuListing, MenuProduct, RecipeDoses,
    first_highlight, listing,
};
pub use marks::{MenuPreferences, UnknownAllergen};
pub use pantry::{ListedIngredient, TagRow, listed_ingredients, pantry, tags};
pub use product::{
    Included, IngredientMeta, PricedSize, ProductCore, ProductRecommendation, ProductView, RecommendedIngredient,
    TagName, chosen_size, product_view,
};
pub use resize::{DroppedIngredient, Resized, resize};
pub use shared::{IngredientDoses, SharedIngredients, TooMuch, share};
pub(crate) use shared::{MOST_DOSES, MOST_INGREDIENTS};
pub use situation::Situation;
pub use slot::{IngredientSlot, SlotDefault, slots};
