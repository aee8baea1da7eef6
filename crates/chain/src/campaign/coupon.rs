//! Coupons: campaigns that a page lists with their codes.

use crate::{
    code::PromotionCode,
    ids::{ProductId, SizeId},
};

/// What the card of a coupon shows (docs/spec/people.md, "Coupon campaigns").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    pub code: PromotionCode,
    /// The products that it names, in the order of the file: the first stands on the card.
    pub products: Vec<ProductId>,
    /// The sizes that it names, likewise.
    pub sizes: Vec<SizeId>,
}
