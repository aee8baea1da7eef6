//! How and when an order is wanted, as bodies say it: each in several spellings (docs/spec/ordering.md, "Times", "Order
//! type").

use domain::order::OrderType;
use jiff::Zoned;
use serde::Deserialize;
use serde_json::Value;
use server::ApiError;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type, schema::AnyOfBuilder},
};

use crate::wanted::{NotATime, order_type, preorder_time};

/// An order type by its name or by its code, a number or a text.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub(crate) struct WantedType(Value);

impl WantedType {
    fn read(&self) -> Option<OrderType> {
        match &self.0 {
            Value::String(text) => order_type(text),
            Value::Number(code) => order_type(&code.to_string()),
            _ => None,
        }
    }
}

impl PartialSchema for WantedType {
    fn schema() -> RefOr<Schema> {
        let names = ["delivery", "pickup", "eatin", "0", "1", "2"];
        let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names));
        let code = ObjectBuilder::new().schema_type(Type::Integer).enum_values(Some([0, 1, 2]));
        let description = "A type by its name, or by its code: pickup 0, delivery 1, eatin 2";
        AnyOfBuilder::new().item(name).item(code).description(Some(description)).into()
    }
}

impl ToSchema for WantedType {}

/// A field of a body, under one of its spellings.
pub(crate) type Spelled<'b, T> = (&'static str, &'b Option<T>);

/// The order type of the first spelling that says one; `required` is named where none does.
pub(super) fn read_type(spellings: &[Spelled<'_, WantedType>], required: &str) -> Result<OrderType, ApiError> {
    let (field, said) = first(spellings).ok_or_else(|| ApiError::invalid(required))?;
    said.read().ok_or_else(|| ApiError::invalid(field))
}

/// When the order is to be due by the first spelling that says it; none: now.
pub(super) fn read_due(spellings: &[Spelled<'_, String>]) -> Result<Option<Zoned>, ApiError> {
    let Some((field, said)) = first(spellings) else { return Ok(None) };
    preorder_time(said).map_err(|NotATime| ApiError::invalid(field))
}

fn first<'b, T>(spellings: &[Spelled<'b, T>]) -> Option<(&'static str, &'b T)> {
    spellings.iter().find_map(|(field, said)| said.as_ref().map(|said| (*field, said)))
}
