//! What is wrong with a cart, on the wire.

use pricing::{Metadata, PriceMessage, are_warnings};
use serde::Serialize;
use server::error::MessageCode;
use utoipa::ToSchema;

/// Whether it can be ordered as it is, and what is said of it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidationResult<'p> {
    /// Whether there is no message but warnings.
    is_valid: bool,
    /// Of the cart, the restaurant, the delivery, the lines and the codes as they were sent; then warnings.
    messages: Vec<CartMessage<'p>>,
}

impl<'p> ValidationResult<'p> {
    /// These messages, in this order.
    #[must_use]
    pub fn of(messages: &'p [PriceMessage]) -> Self {
        Self { is_valid: are_warnings(messages), messages: messages.iter().map(CartMessage::of).collect() }
    }
}

/// A message.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartMessage<'p> {
    #[schema(value_type = MessageCode)]
    message_code: &'static str,
    /// What a person reads.
    message: &'p str,
    /// How a page shows it: 0 in a dialog, 1 in a banner, 2 not at all.
    #[schema(minimum = 0, maximum = 2)]
    display_kind: u8,
    /// `item` of a line, `promotionCode` of a code, and what a code of the catalogue has besides.
    #[schema(value_type = Object)]
    metadata: &'p Metadata,
}

impl<'p> CartMessage<'p> {
    /// A message as the wire has it.
    #[must_use]
    pub fn of(message: &'p PriceMessage) -> Self {
        Self {
            message_code: message.code.as_str(),
            message: &message.text,
            display_kind: message.display_kind.number(),
            metadata: &message.metadata,
        }
    }
}
