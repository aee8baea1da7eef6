//! The chain as data: restaurants, areas, menu, campaigns, payment and settings, read from a folder of JSON files, checked,
//! and held as one immutable value.
//!
//! [`Chain::read`] finds every fault of all files in one reading, each with its line. What it answers holds together: every
//! id that is named exists, and each stands once. Money is whole cents, times are civil ones of Helsinki.

mod area;
mod area_index;
mod campaign;
mod chain;
mod code;
mod current;
pub mod decoders;
mod experiments;
mod fault;
mod highlights;
pub mod hours;
mod ids;
mod json;
mod menu;
mod payment;
mod per_size;
mod percent;
mod polygon;
mod read;
mod settings;
mod shop;
mod slug;
mod stock;
mod survey;
mod time;

pub use area::{Area, TimedFee};
pub use campaign::{
    Campaign, CampaignCode, CampaignEffect, CampaignImage, Combo, ComboOption, Conditions, Coupon, CrossSell, Filter,
    PrepaidSource, UnitEffect,
};
pub use chain::Chain;
pub use code::{LONGEST_CODE, NotACode, PromotionCode};
pub use current::{CurrentChain, InForce};
pub use experiments::{BadWeights, Experiment, Experiments};
pub use fault::{Fault, Faults};
pub use highlights::{Highlight, Highlights};
pub use ids::{
    CampaignId, IngredientId, LONGEST_ID, MethodId, OptionId, ProductCategoryId, ProductId, SizeId, SlotId, ZoneId,
};
pub use menu::{
    Allergen, Category, Diet, Dosing, IncludedToppings, Ingredient, IngredientCategory, Menu, Nutrition, Product,
    ProductSize, RecipeEntry, Recommendation, Size, SizeKind, Slot, SlotDisplay, Tag,
};
pub use payment::{GiftCard, Issuer, MethodGroup, PaymentMethod};
pub use per_size::PerSize;
pub use percent::BasisPoints;
pub use polygon::{NotAShape, Polygon};
pub use read::FILES;
pub use settings::{DeliveryServiceFee, Settings, Terms, TermsText, VatRates, WithoutPackaging};
pub use shop::{HoursException, NEVER_LISTED, Shop, Week};
pub use slug::{folded, slug};
pub use stock::OutOfStock;
pub use survey::Survey;
pub use time::{DayTimes, Days, MinuteOfDay, WeekTimes};
