//! The means by which somebody may pay at a restaurant (docs/spec/ordering.md, "Methods").

use chain::{Chain, MethodGroup, PaymentMethod, Shop};
use domain::order::OrderType;

use crate::shopper::Shopper;

/// Who pays in cash: somebody who ordered by telephone.
const CASH: &str = "cod";

/// Which call lists a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodList {
    /// What a payment provider handles.
    Provider,
    /// What the shop handles itself.
    Extra,
}

impl MethodList {
    /// The list of a method.
    #[must_use]
    pub fn of(method: &PaymentMethod) -> Self {
        match method.group {
            MethodGroup::GiftCard | MethodGroup::Others => Self::Extra,
            MethodGroup::CreditCard
            | MethodGroup::Mobile
            | MethodGroup::Bank
            | MethodGroup::PayLater
            | MethodGroup::LunchBenefit => Self::Provider,
        }
    }
}

/// A gift card of another kind, which a provider handles.
pub(super) const FOREIGN_GIFT_CARD: &str = "NetsPrepaidCard";

/// Whether a provider takes the money of a method.
#[must_use]
pub fn is_providers(method: &PaymentMethod) -> bool {
    MethodList::of(method) == MethodList::Provider || method.id.as_str() == FOREIGN_GIFT_CARD
}

/// A method that somebody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OfferedMethod<'c> {
    pub method: &'c PaymentMethod,
    /// Whether they see it without being able to choose it: the lunch benefit of who is no customer.
    pub is_disabled: bool,
}

/// The methods of a restaurant that somebody sees, in the order of the files; those of an order type, or of any. Without
/// a provider none of a provider's.
pub fn offered<'c>(
    chain: &'c Chain,
    shop: &'c Shop,
    order_type: Option<OrderType>,
    shopper: Shopper,
    has_provider: bool,
) -> impl Iterator<Item = OfferedMethod<'c>> {
    let is_taken =
        |method: &PaymentMethod| shop.payment_methods.as_ref().is_none_or(|taken| taken.contains(&method.id));
    let is_of_type =
        move |method: &PaymentMethod| order_type.is_none_or(|order_type| method.order_types.contains(&order_type));
    let is_seen = move |method: &PaymentMethod| method.id.as_str() != CASH || shopper == Shopper::CallCentre;
    let can_be_taken = move |method: &PaymentMethod| has_provider || !is_providers(method);
    let methods = chain.payment_methods().iter();
    let offered =
        methods.filter(move |method| is_taken(method) && is_of_type(method) && is_seen(method) && can_be_taken(method));
    offered.map(move |method| {
        let is_customers = method.group == MethodGroup::LunchBenefit;
        OfferedMethod { method, is_disabled: is_customers && !matches!(shopper, Shopper::Customer(_)) }
    })
}
