//! When, where and for whom a campaign holds, and what it is about.

use std::collections::BTreeSet;

use domain::{ids::RestaurantId, money::Cents, order::OrderType};
use jiff::Timestamp;

use crate::{
    ids::{MethodId, ProductCategoryId, ProductId, SizeId},
    time::{Days, WeekTimes},
};

/// What must be so (docs/spec/ordering.md, "Conditions").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conditions {
    /// From when on; none: always.
    pub start: Option<Timestamp>,
    /// Until when, itself no more; none: for ever. It is after the start.
    pub end: Option<Timestamp>,
    pub days: Days,
    /// Times of which one must hold, strictly between its ends; none at all: always.
    pub times: Vec<WeekTimes>,
    pub is_active_during_lunch: bool,
    pub requires_log_in: bool,
    pub is_paused: bool,
    pub is_disabled_for_preorders: bool,
    /// None: all.
    pub shops: Option<Vec<RestaurantId>>,
    pub order_types: Vec<OrderType>,
    /// None: all.
    pub payment_methods: Option<Vec<MethodId>>,
    /// What the lines must cost more than.
    pub minimum_order_value: Option<Cents>,
}

/// What a campaign is about. Each part that is absent takes all.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    pub products: Option<BTreeSet<ProductId>>,
    pub categories: Option<BTreeSet<ProductCategoryId>>,
    pub sizes: Option<BTreeSet<SizeId>>,
}

impl Filter {
    /// Whether it takes everything but what is age-restricted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.products.is_none() && self.categories.is_none() && self.sizes.is_none()
    }

    /// Whether it takes a product of a category in a size.
    #[must_use]
    pub fn takes(&self, product: &ProductId, category: &ProductCategoryId, size: &SizeId) -> bool {
        self.products.as_ref().is_none_or(|products| products.contains(product))
            && self.categories.as_ref().is_none_or(|categories| categories.contains(category))
            && self.sizes.as_ref().is_none_or(|sizes| sizes.contains(size))
    }
}
