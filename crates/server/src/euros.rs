//! Money on the wire: euros as a JSON number in its shortest form (docs/spec/ordering.md, "Money on the wire").

use std::borrow::Cow;

use domain::money::Cents;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// An amount that travels in euros: `8.9`, `12`, `0.99`. What comes in has at most two decimals and is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Euros(pub Cents);

impl From<Cents> for Euros {
    fn from(cents: Cents) -> Self {
        Self(cents)
    }
}

impl Serialize for Euros {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(cents) = self;
        if cents.0 % 100 == 0 {
            serializer.serialize_i64(cents.0 / 100)
        } else {
            serializer.serialize_f64(cents.euros())
        }
    }
}

impl<'de> Deserialize<'de> for Euros {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cents::from_euros(f64::deserialize(deserializer)?).map(Self).map_err(D::Error::custom)
    }
}

impl PartialSchema for Euros {
    fn schema() -> RefOr<Schema> {
        let description = "Euros, at most two decimals";
        ObjectBuilder::new().schema_type(Type::Number).description(Some(description)).into()
    }
}

impl ToSchema for Euros {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Euros")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_go_out_in_their_shortest_form() {
        let written = |cents| serde_json::to_string(&Euros(Cents(cents))).unwrap();
        let forms = [(890, "8.9"), (1200, "12"), (99, "0.99"), (0, "0"), (-50, "-0.5"), (351, "3.51"), (2990, "29.9")];
        for (cents, form) in forms {
            assert_eq!(written(cents), form);
        }
    }

    #[test]
    fn amounts_come_in_in_any_form_but_finer_or_negative() {
        let read = |text| serde_json::from_str::<Euros>(text).ok().map(|Euros(Cents(cents))| cents);
        assert_eq!(["8.9", "8.90", "12", "12.0", "1e1"].map(read), [890, 890, 1200, 1200, 1000].map(Some));
        assert_eq!(["8.905", "-1", "\"8.9\"", "null"].map(read), [None; 4]);
    }
}
