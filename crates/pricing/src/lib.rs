//! What a cart costs: pure rules over the chain's data, in whole cents, in the order that the contract gives them
//! (docs/spec/ordering.md, "Pricing").
//!
//! [`price`] asks nobody and stores nothing: the same cart at the same moment costs the same. Each amount carries the
//! [`PriceStep`]s that it is made of, and they sum to it.

mod best;
mod campaign;
mod cart;
mod draft;
mod line;
mod message;
mod moment;
mod order;
mod person;
mod price;
mod price_record;
mod priced;
mod reorder;
mod request;
mod spread;
mod steps;

pub use best::{BestPrice, CodeSource, MissingValue, OfferedCode, OwnCode, PriceReason, best_price, offered_codes};
pub use campaign::{fault_of_code, refusal_at};
pub use cart::{Cart, CartIngredient, CartLine, ComboMark, DeliveryFee, LineId};
pub use line::{RecipeDose, dose_bounds, recipe, recipe_price};
pub use message::{DisplayKind, ItemOfMessage, Metadata, PriceMessage, is_warning};
pub use moment::Moment;
pub use person::{Buyer, CodeLookUp, NoCodes, PersonKind, Stock, StockOf};
pub use price::{price, price_item};
pub use price_record::{PriceRecord, RecordedLine};
pub use priced::{
    AppliedCampaign, CrossSellOption, LunchOption, NotApplicable, PostPurchase, PriceDetails, Priced, PricedIngredient,
    PricedItem, PricedLine, SplitPayment, VatShare, are_warnings,
};
pub use reorder::{OrderedDose, ReorderFlags, UNKNOWN_INGREDIENT, ordered_ingredient_name};
pub use request::PriceRequest;
pub use steps::{PriceStep, StepKind};
