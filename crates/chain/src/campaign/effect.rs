//! What a campaign does.

use std::collections::BTreeSet;

use domain::money::Cents;
use serde_json::Value;

use crate::{
    ids::{OptionId, ProductCategoryId, ProductId, SizeId},
    percent::BasisPoints,
};

/// The kinds of campaigns with what each needs (docs/spec/ordering.md, "Campaign kinds").
#[derive(Debug, Clone, PartialEq)]
pub enum CampaignEffect {
    /// Something off single units, of which each takes one campaign at most.
    Units(UnitEffect),
    /// Products together for a price.
    Combo(Combo),
    /// So much off the order.
    Amount(Cents),
    /// Delivery for nothing.
    FreeDelivery,
    /// So much paid already.
    Prepaid { amount: Cents, source: PrepaidSource },
    /// Something that the page does after the order.
    PostPurchase { action: Value },
}

impl CampaignEffect {
    /// The name of its kind in the files.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Units(UnitEffect::Percent(_)) => "percent",
            Self::Units(UnitEffect::ProductPrice { .. }) => "productPrice",
            Self::Units(UnitEffect::FreeProduct { .. }) => "freeProduct",
            Self::Units(UnitEffect::BuyPay { .. }) => "buyPay",
            Self::Units(UnitEffect::ToppingOffer { .. }) => "toppingOffer",
            Self::Units(UnitEffect::CrossSell(_)) => "crossSell",
            Self::Combo(_) => "combo",
            Self::Amount(_) => "amount",
            Self::FreeDelivery => "freeDelivery",
            Self::Prepaid { .. } => "prepaid",
            Self::PostPurchase { .. } => "postPurchase",
        }
    }
}

/// What a campaign of single units takes off them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitEffect {
    /// Each unit so much less.
    Percent(BasisPoints),
    /// The base of some units down to a price.
    ProductPrice { price: Cents, max_units: u32 },
    /// The base of some units free.
    FreeProduct { max_units: u32 },
    /// Of each `buy` units, `pay` are paid; `pay` is below `buy`.
    BuyPay { buy: u32, pay: u32 },
    /// Two doses of toppings of a unit for a price.
    ToppingOffer { topping_price: Cents },
    /// A unit for less beside another.
    CrossSell(CrossSell),
}

/// A unit of the filter for less, for each unit that brings it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrossSell {
    /// What a unit costs less.
    pub amount: Cents,
    pub trigger_products: BTreeSet<ProductId>,
    pub trigger_categories: BTreeSet<ProductCategoryId>,
    pub default_product: ProductId,
    /// What it offers, in the order of the menu; of products that it does not name, what is on sale everywhere.
    pub offered: Vec<ProductId>,
}

/// Products that cost less together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Combo {
    /// Its name in addresses.
    pub slug: String,
    /// What the bases cost together.
    pub price: Cents,
    /// At least one.
    pub options: Vec<ComboOption>,
    pub description: Option<String>,
    pub image_url: Option<String>,
    pub thumbnail_url: Option<String>,
}

/// One of the products of a combo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComboOption {
    pub id: OptionId,
    /// At least one.
    pub products: BTreeSet<ProductId>,
    pub sizes: BTreeSet<SizeId>,
    /// The one that is chosen at first.
    pub default_product: ProductId,
}

/// Whose money it is that is paid already.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrepaidSource {
    Campaign,
    Loyalty,
    B2b,
}

impl PrepaidSource {
    /// Each with its name in the files.
    pub const NAMES: [(&str, Self); 3] = [("campaign", Self::Campaign), ("loyalty", Self::Loyalty), ("b2b", Self::B2b)];
}
