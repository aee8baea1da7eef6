//! Who shops: found once for each request, before its handler runs.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{Extensions, HeaderMap, Method, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use deps::{BenefitUser, Caller, CustomerCaller, StaffCaller};
use domain::{
    Actor,
    error::Code,
    ids::{CustomerId, StaffId},
    staff::Role,
};
use jiff::{ToSpan, civil::Date};
use pricing::{Buyer, PersonKind};
use server::{ApiError, credentials::credentials, csrf::OwnPage, customer_ref::RefHolder};

use crate::ordering::Ordering;

/// Who shops (docs/spec/ordering.md, "Who calls").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shopper {
    /// Nobody who is known; a kitchen's key and the staff without a telephone are no more.
    #[default]
    Guest,
    /// A signed-in customer.
    Customer(CustomerCaller),
    /// Somebody who orders for a caller.
    CallCentre,
}

/// Whose account an order belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OrderOwner {
    pub(crate) account: CustomerId,
    /// Whether they have a loyalty card.
    pub(crate) is_member: bool,
}

impl Shopper {
    fn of(caller: &Caller) -> Self {
        match caller {
            Caller::Customer(customer) => Self::Customer(*customer),
            Caller::Staff(staff) if staff.roles().has(Role::CallCentre) => Self::CallCentre,
            Caller::Guest | Caller::Staff(_) | Caller::TotpSetup(_) | Caller::Key(_) => Self::Guest,
        }
    }

    /// Whether an answer is for them alone.
    #[must_use]
    pub fn is_signed_in(self) -> bool {
        self != Self::Guest
    }

    /// To whom their order belongs.
    pub(crate) fn owner(self) -> Option<OrderOwner> {
        match self {
            Self::Customer(customer) => Some(OrderOwner { account: customer.id, is_member: customer.is_member }),
            Self::Guest | Self::CallCentre => None,
        }
    }

    /// Whether they are to accept terms before they order.
    #[must_use]
    pub fn has_open_terms(self) -> bool {
        matches!(self, Self::Customer(customer) if customer.has_open_terms)
    }

    /// Whose benefits they may use.
    #[must_use]
    pub fn benefit_user(self) -> BenefitUser {
        match self {
            Self::Guest => BenefitUser::Guest,
            Self::Customer(customer) => BenefitUser::Customer(customer.id),
            Self::CallCentre => BenefitUser::CallCentre,
        }
    }

    /// What the rules know of them on a day, given the age from which people are adults.
    #[must_use]
    pub fn person(self, on: Date, minimum_age: u32) -> Buyer {
        match self {
            Self::Guest => Buyer::GUEST,
            Self::CallCentre => Buyer { kind: PersonKind::CallCentre, is_adult: false },
            Self::Customer(customer) => {
                let kind = if customer.is_member { PersonKind::Member } else { PersonKind::Customer };
                let is_adult = customer.birth_date.is_some_and(|born| is_of_age(born, minimum_age, on));
                Buyer { kind, is_adult }
            }
        }
    }
}

/// Whether somebody has had so many birthdays by a day.
fn is_of_age(born: Date, years: u32, on: Date) -> bool {
    born.checked_add(i64::from(years).years()).is_ok_and(|birthday| birthday <= on)
}

impl<S: Send + Sync> FromRequestParts<S> for Shopper {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or_default())
    }
}

/// Who is known to the chain by name, and is trusted with what strangers are not: its staff, and kitchens' keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Trusted {
    /// The name by which logs know them.
    pub(crate) name: Option<String>,
    /// As who they may use references to customers.
    pub(crate) holder: Option<RefHolder>,
}

impl Trusted {
    fn of(caller: &Caller) -> Self {
        let name = match caller {
            Caller::Staff(StaffCaller::Person(session)) => Some(format!("staff:{}", session.staff_id)),
            Caller::Staff(StaffCaller::Token) => Some("staff token".to_owned()),
            Caller::Key(reporter) => Some(reporter.actor.name().into_owned()),
            Caller::Guest | Caller::Customer(_) | Caller::TotpSetup(_) => None,
        };
        let holder = match caller {
            Caller::Staff(staff) => Some(RefHolder::of(staff)),
            Caller::Guest | Caller::Customer(_) | Caller::TotpSetup(_) | Caller::Key(_) => None,
        };
        Self { name, holder }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Trusted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().cloned().unwrap_or_default())
    }
}

/// That a changing call does not come from a foreign page: one that a cookie stands for proves it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OwnCall(());

impl FromRequestParts<Ordering> for OwnCall {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, ordering: &Ordering) -> Result<Self, ApiError> {
        let found = credentials(&parts.headers, Some(ordering.cookie));
        if found.bearer.is_none() && found.session.is_some() {
            OwnPage::from_request_parts(parts, ordering).await?;
        }
        Ok(Self(()))
    }
}

/// Finds out who shops. A session that has ended is taken away, and is a guest to what only reads, 401 to the rest; a bearer
/// that nobody has does not come so far.
pub(crate) async fn identify(State(ordering): State<Ordering>, mut request: Request, next: Next) -> Response {
    let found = match find(&ordering, request.headers(), request.extensions()).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
    };
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let mut response = match found {
        FoundShopper::Caller(shopper, actor, trusted) => {
            request.extensions_mut().insert(shopper);
            request.extensions_mut().insert(actor);
            request.extensions_mut().insert(trusted);
            return next.run(request).await;
        }
        FoundShopper::Stale if is_read => next.run(request).await,
        FoundShopper::Stale => ApiError::new(Code::Unauthorized).into_response(),
    };
    response.headers_mut().append(header::SET_COOKIE, ordering.cookie.take());
    response
}

/// What the credentials of a request come to.
enum FoundShopper {
    Caller(Shopper, Actor, Trusted),
    /// A session that has ended.
    Stale,
}

/// Who does what they do. A kitchen's key is a guest to the shop, as those of the staff are without a telephone.
fn actor_of(caller: &Caller) -> Actor {
    match caller {
        Caller::Customer(customer) => Actor::Customer(customer.id),
        Caller::Staff(StaffCaller::Person(session)) | Caller::TotpSetup(session) => {
            Actor::Staff(StaffId(session.staff_id))
        }
        Caller::Staff(StaffCaller::Token) => Actor::StaffToken,
        Caller::Guest | Caller::Key(_) => Actor::Guest,
    }
}

async fn find(ordering: &Ordering, headers: &HeaderMap, extensions: &Extensions) -> Result<FoundShopper, ApiError> {
    let credentials = credentials(headers, Some(ordering.cookie));
    if credentials.bearer.is_none() && credentials.session.is_none() {
        return Ok(FoundShopper::Caller(Shopper::Guest, Actor::Guest, Trusted::default()));
    }
    Ok(match ordering.caller_of(headers, extensions).await? {
        Caller::Guest => FoundShopper::Stale,
        caller => FoundShopper::Caller(Shopper::of(&caller), actor_of(&caller), Trusted::of(&caller)),
    })
}

#[cfg(test)]
mod tests {
    use domain::ids::CustomerId;
    use jiff::{Timestamp, civil::date};

    use super::*;

    #[test]
    fn an_adult_is_one_from_the_birthday_on() {
        let born = |birth_date| {
            Shopper::Customer(CustomerCaller {
                id: CustomerId(1),
                session_id: 1,
                signed_in_at: Timestamp::UNIX_EPOCH,
                has_open_terms: false,
                is_member: false,
                birth_date,
            })
        };
        let is_adult = |shopper: Shopper, on| shopper.person(on, 18).is_adult;
        let aino = born(Some(date(2008, 11, 25)));
        assert!(!is_adult(aino, date(2026, 11, 24)) && is_adult(aino, date(2026, 11, 25)));
        assert!(!is_adult(born(None), date(2026, 11, 25)), "whose age is unknown");
        let leap = born(Some(date(2008, 2, 29)));
        assert!(is_adult(leap, date(2026, 2, 28)) && !is_adult(leap, date(2026, 2, 27)));
        assert!(!is_adult(Shopper::CallCentre, date(2026, 11, 25)));
    }
}
