//! The one error body: `{"messageCode", "message", "metadata"}` with the fitting status.

mod store;

use std::{borrow::Cow, error::Error, time::Duration};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    SecurityKind,
    error::{Code, chain},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{ObjectBuilder, RefOr, Schema, Type},
};

/// What every failed call answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// A code of the catalogue.
    #[schema(value_type = MessageCode)]
    pub message_code: String,
    /// What a person may read, in Finnish.
    pub message: String,
    /// What a program may need besides.
    #[schema(value_type = Object)]
    pub metadata: Map<String, Value>,
}

/// What the API's document says of a message code: one of the catalogue's. On the wire it is a string.
#[derive(Debug)]
pub enum MessageCode {}

impl PartialSchema for MessageCode {
    fn schema() -> RefOr<Schema> {
        let codes = Code::ALL.iter().map(|code| code.as_str());
        let text = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes));
        text.description(Some("A code of the catalogue. A later version may know more of them.")).into()
    }
}

impl ToSchema for MessageCode {}

/// A failed call.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiError {
    code: Code,
    text: Option<Cow<'static, str>>,
    metadata: Map<String, Value>,
    retry_after: Option<Duration>,
    /// In the place of its code's.
    status: Option<StatusCode>,
    /// What it is to those who guard the shop, in the place of what its code is.
    witnessed: Option<SecurityKind>,
}

/// Stands in the extensions of an answer that refused a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: Code,
    /// What it is to those who guard the shop; none: what its code is.
    pub witnessed: Option<SecurityKind>,
}

impl ApiError {
    /// A failure with this code and nothing besides.
    #[must_use]
    pub fn new(code: Code) -> Self {
        Self { code, text: None, metadata: Map::new(), retry_after: None, status: None, witnessed: None }
    }

    /// A body or parameter that does not fit; `field` is its path (`orderItems[0].quantity`).
    #[must_use]
    pub fn invalid(field: impl Into<String>) -> Self {
        Self::new(Code::Invalid).with("field", field.into())
    }

    /// The same, where what does not fit is part of something: `at` in `[3]` is `[3].at`.
    #[must_use]
    pub fn within(mut self, whole: &str) -> Self {
        if let Some(Value::String(field)) = self.metadata.get_mut("field") {
            let is_apart = !whole.is_empty() && !field.is_empty() && !field.starts_with('[');
            *field = format!("{whole}{}{field}", if is_apart { "." } else { "" });
        }
        self
    }

    /// The service cannot answer now: 503, to be tried again in a second.
    #[must_use]
    pub fn unavailable() -> Self {
        Self::new(Code::Unavailable).retry_after(Duration::from_secs(1))
    }

    /// A fault of ours, logged here, once, with its whole chain of causes.
    #[must_use]
    pub fn internal(error: &dyn Error) -> Self {
        tracing::error!(error = %chain(error), "a call failed");
        Self::new(Code::Internal)
    }

    /// In other words than the catalogue's.
    #[must_use]
    pub fn worded(mut self, text: impl Into<Cow<'static, str>>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Adds a piece of metadata.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.metadata.insert(name.to_owned(), value.into());
        self
    }

    /// Adds `Retry-After`, in whole seconds, at least one; who waits so long has waited long enough.
    #[must_use]
    pub fn retry_after(mut self, after: Duration) -> Self {
        self.retry_after = Some(after);
        self
    }

    /// Its code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Its status.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status.unwrap_or(status_of(self.code))
    }

    /// The same as 404: what the address or query of the call names is not there, and no rule refused it.
    #[must_use]
    pub fn as_not_found(self) -> Self {
        Self { status: Some(StatusCode::NOT_FOUND), ..self }
    }

    /// The same as 415: the body does not say that it is what the call takes.
    #[must_use]
    pub fn as_unsupported(self) -> Self {
        Self { status: Some(StatusCode::UNSUPPORTED_MEDIA_TYPE), ..self }
    }

    /// The same as 400: what does not fit is the form of the request itself.
    #[must_use]
    pub fn as_bad_request(self) -> Self {
        Self { status: Some(StatusCode::BAD_REQUEST), ..self }
    }

    /// The same as 409: a rule refused it, though elsewhere the same code says that something is not there.
    #[must_use]
    pub fn as_conflict(self) -> Self {
        Self { status: Some(StatusCode::CONFLICT), ..self }
    }

    /// The same to whoever is refused, and an event of this kind to the security log.
    #[must_use]
    pub fn witnessed_as(self, kind: SecurityKind) -> Self {
        Self { witnessed: Some(kind), ..self }
    }

    /// What the security log needs to know of it.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        Refusal { code: self.code, witnessed: self.witnessed }
    }

    /// Its body.
    #[must_use]
    pub fn body(&self) -> ErrorBody {
        ErrorBody {
            message_code: self.code.as_str().to_owned(),
            message: self.text.as_deref().unwrap_or(self.code.message()).to_owned(),
            metadata: self.metadata.clone(),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), axum::response::Json(self.body())).into_response();
        response.extensions_mut().insert(self.refusal());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(after) = self.retry_after {
            headers.insert(
                header::RETRY_AFTER,
                HeaderValue::from(after.as_secs() + u64::from(after.subsec_nanos() > 0 || after.is_zero())),
            );
        }
        response
    }
}

/// The status that goes with a code.
#[must_use]
pub fn status_of(code: Code) -> StatusCode {
    match code {
        Code::NotJson | Code::LiveProtocol | Code::DispatchProtocol => StatusCode::BAD_REQUEST,
        Code::Unauthorized
        | Code::NoKey
        | Code::BoardUnauthorized
        | Code::BoardSessionEnded
        | Code::SignedOut
        | Code::WrongPassword
        | Code::PaymentLoginRequired
        | Code::StaffSessionEnded
        | Code::StaffCodeRequired
        | Code::StaffCodeInvalid
        | Code::InvalidCredentials
        | Code::PaymentSignature
        | Code::StorySignature => StatusCode::UNAUTHORIZED,
        Code::Forbidden
        | Code::LiveOrigin
        | Code::BoardForbidden
        | Code::StaffForbidden
        | Code::RoleForbidden
        | Code::PreviewForbidden
        | Code::TotpSetup
        | Code::UsersForbidden
        | Code::TermsRequired
        | Code::SignInAgain
        | Code::EmailLocked
        | Code::CaptchaRequired
        | Code::CaptchaFailed
        | Code::WheelLocked
        | Code::WheelBirthDate
        | Code::WheelUnderAge
        | Code::ForeignPage => StatusCode::FORBIDDEN,
        Code::NoRoute
        | Code::OrderNotFound
        | Code::BatchNotFound
        | Code::CarNotFound
        | Code::ShopNotFound
        | Code::StoryNotFound
        | Code::GeocodeNotFound
        | Code::EstimateNotFound
        | Code::ProductNotFound
        | Code::CampaignNotFound
        | Code::OrderNotReceived
        | Code::ProviderUnknown
        | Code::AddressNotFound
        | Code::NotMember
        | Code::PaymentSessionNotFound => StatusCode::NOT_FOUND,
        Code::NoMethod => StatusCode::METHOD_NOT_ALLOWED,
        Code::StatusTransition
        | Code::StatusMoved
        | Code::RestaurantMoved
        | Code::BatchForeign
        | Code::FeedbackTooEarly
        | Code::FeedbackClosed
        | Code::CartEmpty
        | Code::AddressUnknown
        | Code::ShopOffline
        | Code::ShopNotOnline
        | Code::NoDelivery
        | Code::PreorderTimeNotValid
        | Code::PreorderTooSoon
        | Code::NoDeliveryAtTheTime
        | Code::PreorderNotAvailable
        | Code::ShopClosed
        | Code::OutsideOfRange
        | Code::PriceTokenExpired
        | Code::PriceTokenInvalid
        | Code::NotInShopMenu
        | Code::NotInDefaultMenu
        | Code::ProductIncorrect
        | Code::IngredientsIncorrect
        | Code::NotSoldAtTime
        | Code::OutOfStock
        | Code::ModificationNotAllowed
        | Code::InvalidQuantity
        | Code::NoDough
        | Code::MonsterNeedsDip
        | Code::RequiredIngredientsMissing
        | Code::NotEnoughIngredients
        | Code::TooManyIngredients
        | Code::AlcoholNoDelivery
        | Code::AlcoholNotAllowed
        | Code::CampaignNotActive
        | Code::CampaignLunch
        | Code::CampaignNotValidAtTheTime
        | Code::CampaignLoginRequired
        | Code::CampaignPaused
        | Code::CampaignDeliveryOnly
        | Code::CampaignExclusive
        | Code::CampaignNotApplicable
        | Code::CampaignGeneric
        | Code::CampaignDynamicMessage
        | Code::CodeNotFound
        | Code::PersonalCodeInvalid
        | Code::LimitReached
        | Code::TooManyAttempts
        | Code::MinimumOrder
        | Code::PreorderNotAllowed
        | Code::PaymentMethodNotAllowed
        | Code::OfferToppingsLimit
        | Code::ContainsAllergen
        | Code::InProgress
        | Code::OrderDuplicate
        | Code::PriceChanged
        | Code::GiftCardInvalid
        | Code::CardAttempts
        | Code::PhoneNeeded
        | Code::GiftCardEmpty
        | Code::TooManyTries
        | Code::ComplementaryMethodMissing
        | Code::OrderCannotCancel
        | Code::OrderExpiredUnpaid
        | Code::MethodNotAvailable
        | Code::MethodNotAllowedWithAlcohol
        | Code::KlarnaAlcohol
        | Code::GiftCardCombination
        | Code::SplitNotAllowed
        | Code::PaymentError
        | Code::PaymentMismatch
        | Code::TermsMoved
        | Code::EmailTaken
        | Code::ProviderTaken
        | Code::LinkPassword
        | Code::LastSignIn
        | Code::NoPassword
        | Code::BirthDateSet
        | Code::OpenOrders
        | Code::TooManyAddresses
        | Code::AddressExists
        | Code::FavouriteInactive
        | Code::WheelNoSpins
        | Code::RefundTooMuch => StatusCode::CONFLICT,
        Code::OrderExpired | Code::ResetExpired => StatusCode::GONE,
        Code::TooLarge | Code::BoardTooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        Code::Invalid
        | Code::KeyMismatch
        | Code::FrameInvalid
        | Code::PasswordWrong
        | Code::PasswordTooShort
        | Code::PasswordTooLong
        | Code::ProviderUnsupported
        | Code::PhoneInvalid
        | Code::PhoneTooShort
        | Code::PhoneTooLong
        | Code::CoordinatesMissing
        | Code::StreetNumberMissing
        | Code::BirthDateInvalid
        | Code::TooYoung
        | Code::PasswordTooCommon => StatusCode::UNPROCESSABLE_ENTITY,
        Code::TooMany | Code::SignInAttempts | Code::TooManyOrders | Code::TooManyShops | Code::TooManyWatchers => {
            StatusCode::TOO_MANY_REQUESTS
        }
        Code::Unavailable | Code::Draining | Code::Timeout => StatusCode::SERVICE_UNAVAILABLE,
        Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_body_is_the_contracts() {
        let response = ApiError::new(Code::StatusTransition).with("from", 3).with("to", 2).into_response();
        assert_eq!(response.status(), StatusCode::CONFLICT);
        let bytes = axum::body::to_bytes(response.into_body(), 4096).await.unwrap();
        let body: ErrorBody = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(body.message_code, "status/transition");
        assert_eq!(body.metadata["from"], 3);
    }

    #[test]
    fn a_field_has_its_whole_path() {
        let path = |field: &str, whole: &str| ApiError::invalid(field).within(whole).body().metadata["field"].clone();
        assert_eq!(path("at", "[3]"), "[3].at");
        assert_eq!(path("at", ""), "at");
        assert_eq!(path("", "positions"), "positions");
        assert_eq!(path("[1].at", "positions"), "positions[1].at");
    }

    #[test]
    fn what_cannot_be_answered_now_says_when() {
        let response = ApiError::unavailable().into_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(response.headers()[header::RETRY_AFTER], "1");
    }
}
