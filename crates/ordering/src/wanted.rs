//! How and when an order is wanted, as requests say it (docs/spec/ordering.md, "Times").

use chain::hours::zone;
use domain::order::OrderType;
use jiff::{Timestamp, Zoned, civil::DateTime, tz::AmbiguousOffset};
use pricing::Moment;
use serde::Deserialize;
use server::ApiError;
use utoipa::IntoParams;

/// Reads an order type by its name or by its code: pickup 0, delivery 1, eatin 2.
#[must_use]
pub fn order_type(text: &str) -> Option<OrderType> {
    match text {
        "0" => Some(OrderType::Pickup),
        "1" => Some(OrderType::Delivery),
        "2" => Some(OrderType::Eatin),
        name => OrderType::parse(name),
    }
}

/// A text that is no wall time of Helsinki, or one that its clock skips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("not a time of Helsinki as YYYY-MM-DD HH:mm")]
pub struct NotATime;

/// Reads `YYYY-MM-DD HH:mm`; a wall time that comes twice is the first. An empty text is none: now.
///
/// # Errors
/// [`NotATime`].
pub fn preorder_time(text: &str) -> Result<Option<Zoned>, NotATime> {
    if text.is_empty() {
        return Ok(None);
    }
    let is_whole = text.len() == "2026-11-24 18:00".len();
    let wall = DateTime::strptime("%Y-%m-%d %H:%M", text).ok().filter(|_| is_whole).ok_or(NotATime)?;
    let at = zone().to_ambiguous_zoned(wall);
    if matches!(at.offset(), AmbiguousOffset::Gap { .. }) {
        return Err(NotATime);
    }
    at.earlier().map(Some).map_err(|_| NotATime)
}

/// How and when an order is wanted, as a query says it. Each name has several spellings (docs/spec/ordering.md,
/// "Times", "Order type").
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", default)]
#[into_params(parameter_in = Query)]
pub struct HowWanted {
    /// `delivery`, `pickup`, `eatin`, or their codes: pickup 0, delivery 1, eatin 2.
    order_type: Option<String>,
    /// `YYYY-MM-DD HH:mm` in Helsinki; absent or empty: now.
    pre_order_time: Option<String>,
    #[param(ignore)]
    delivery_type: Option<String>,
    #[param(ignore)]
    delivery_method: Option<String>,
    #[param(ignore)]
    preorder_time: Option<String>,
    #[param(ignore)]
    pre_oder_time: Option<String>,
    #[param(ignore)]
    preorder_date_time: Option<String>,
}

impl HowWanted {
    /// The order type.
    ///
    /// # Errors
    /// 422 `orderType` where there is none, or one that nobody knows.
    pub fn order_type(&self) -> Result<OrderType, ApiError> {
        self.order_type_if_said()?.ok_or_else(|| ApiError::invalid("orderType"))
    }

    /// The order type, where one is said.
    ///
    /// # Errors
    /// 422 `orderType` where nobody knows it.
    pub fn order_type_if_said(&self) -> Result<Option<OrderType>, ApiError> {
        let said = [&self.order_type, &self.delivery_type, &self.delivery_method].into_iter().flatten().next();
        said.map(|text| order_type(text).ok_or_else(|| ApiError::invalid("orderType"))).transpose()
    }

    /// When it is to be due; none: now.
    ///
    /// # Errors
    /// 422 `preOrderTime`.
    pub fn due(&self) -> Result<Option<Zoned>, ApiError> {
        let spellings = [&self.pre_order_time, &self.preorder_time, &self.pre_oder_time, &self.preorder_date_time];
        let said = spellings.into_iter().flatten().next();
        said.map_or(Ok(None), |text| preorder_time(text)).map_err(|NotATime| ApiError::invalid("preOrderTime"))
    }

    /// The moment that is judged.
    ///
    /// # Errors
    /// 422 `preOrderTime`.
    pub fn moment(&self, now: Timestamp) -> Result<Moment, ApiError> {
        Ok(self.due()?.map_or_else(|| Moment::now(now, zone()), |due| Moment::preorder(now, due)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_type_has_a_name_and_a_code() {
        for (text, wanted) in [("delivery", OrderType::Delivery), ("1", OrderType::Delivery), ("0", OrderType::Pickup)]
        {
            assert_eq!(order_type(text), Some(wanted));
        }
        for text in ["", "3", "drone", "01"] {
            assert_eq!(order_type(text), None, "{text}");
        }
    }

    #[test]
    fn a_preorder_time_is_a_wall_time_of_helsinki() {
        let read = |text: &str| preorder_time(text).map(|at| at.map(|at| at.timestamp().to_string()));
        assert_eq!(read(""), Ok(None));
        assert_eq!(read("2026-11-24 18:00"), Ok(Some("2026-11-24T16:00:00Z".to_owned())));
        assert_eq!(read("2026-10-25 03:30"), Ok(Some("2026-10-25T00:30:00Z".to_owned())), "the first of two");
        for text in ["2027-03-28 03:30", "2026-11-24", "2026-11-24T18:00", "2026-11-24 18:00:00", "2026-11-24 24:00"] {
            assert_eq!(read(text), Err(NotATime), "{text}");
        }
    }

    #[test]
    fn each_name_has_its_spellings() {
        let query = HowWanted {
            delivery_method: Some("2".to_owned()),
            preorder_date_time: Some("2026-11-24 18:00".to_owned()),
            ..HowWanted::default()
        };
        assert_eq!(query.order_type(), Ok(OrderType::Eatin));
        assert!(query.due().unwrap().is_some());
        assert!(HowWanted::default().order_type().is_err());
    }
}
