//! `POST /api/staff/customers/search`: the customers who have a phone number, for whoever takes an order by telephone
//! (docs/spec/people.md, "Searching a customer").

use axum::{extract::State, response::Response};
use deps::StaffCaller;
use domain::{SecurityKind, ids::CustomerId, phone::comparable, sealed::Purpose, staff::Role, words::without_format};
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json,
    customer_ref::{CustomerRef, RefHolder},
    rate_limits::NamedLimit,
    work_place::StaffAtWork,
};
use store::{CustomerOrder, CustomerSearch, FoundCustomer};
use utoipa::ToSchema;

use super::private;
use crate::{
    Customers,
    address::{UserAddress, listed},
    history::{PastOrder, PastOrderContext},
};

/// Digits of a number, in the spelling by which numbers are compared.
const FEWEST_DIGITS: usize = 7;
/// The longest text that is taken for a number.
const LONGEST: usize = 30;
/// Customers who are shown; of more, nobody is.
const MOST_CUSTOMERS: usize = 5;
/// Addresses of each, the primary one first.
const MOST_ADDRESSES: usize = 5;
/// Orders of each, and of guests.
const MOST_ORDERS: usize = 3;

/// Searches of one person.
const A_MINUTE: NamedLimit =
    NamedLimit { name: "searches for customers", most: 30, window: SignedDuration::from_mins(1) };
/// The same of a whole day.
const A_DAY: NamedLimit =
    NamedLimit { name: "searches for customers of a day", most: 300, window: SignedDuration::from_hours(24) };
/// What the key is for that hides the numbers which were looked for.
const SEARCHED: Purpose = Purpose("phone numbers of searches");

/// A phone number.
#[derive(Deserialize, ToSchema)]
pub(super) struct CustomerSearchBody {
    /// The whole number, in any spelling: 7 digits or more.
    #[serde(default)]
    #[schema(required, max_length = 30)]
    phone: String,
}

/// Who has a phone number, and what guests have ordered with it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FoundCustomers {
    /// At most 5, the newest account first.
    customers: Vec<CustomerByPhone>,
    /// The last ones, at most 3.
    guest_orders: Vec<PastOrder>,
    /// Whether there are more customers than are shown: then nobody is. Absent where there are not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    too_many: bool,
}

/// A customer who has a phone number.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CustomerByPhone {
    /// For `onBehalf` of an order, for half an hour and for whoever it was given to.
    customer_ref: String,
    name: String,
    subscribed_to_loyalty: bool,
    /// At most 5, the primary one first.
    addresses: Vec<UserAddress>,
    /// At most 3, the newest first. Their keys are null.
    last_orders: Vec<PastOrder>,
}

/// Finds customers by their whole phone number. Who is bound to restaurants finds those alone who have ordered there. Each call
/// is a search of its own, noted with who asked and whom it showed.
#[utoipa::path(post, path = "/api/staff/customers/search", operation_id = "searchCustomers", tag = "staff",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = CustomerSearchBody, security(("staffSession" = []), ("staffToken" = [])),
    responses(
        (status = 200, description = "Who was found", body = FoundCustomers),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "Not a person of the call centre", body = ErrorBody),
        (status = 422, description = "No whole number", body = ErrorBody),
        (status = 429, description = "Too many searches", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn search_customers(
    State(customers): State<Customers>,
    caller: StaffAtWork,
    Json(body): Json<CustomerSearchBody>,
) -> Result<Response, ApiError> {
    caller.reporter(Role::CallCentre)?;
    let StaffAtWork(caller) = caller;
    let phone = whole_number(&body.phone).ok_or_else(|| ApiError::invalid("phone"))?;
    customers.count_search(&caller).await?;
    let (store, now, reach) = (&customers.deps.store, customers.deps.clock.now(), caller.reach());
    let found = store.customers().by_phone(&phone, &reach, MOST_CUSTOMERS + 1).await?;
    let too_many = found.len() > MOST_CUSTOMERS;
    let shown = if too_many { Vec::new() } else { found };
    customers.note_search(&caller, &phone, &shown, now).await?;
    let mut answer = FoundCustomers { customers: Vec::new(), guest_orders: Vec::new(), too_many };
    if !too_many {
        let guests = store.checkouts().last_of_guests(&phone, &reach, MOST_ORDERS).await?;
        answer.guest_orders = customers.entries(&guests, now)?;
    }
    for customer in shown {
        answer.customers.push(customers.by_phone(&caller, customer, &phone, now).await?);
    }
    Ok(private(answer))
}

/// The number in the spelling by which numbers are compared; none where it is no whole one.
fn whole_number(text: &str) -> Option<String> {
    let text = without_format(text).ok()?;
    let is_number = text.len() <= LONGEST && text.chars().all(|c| c.is_ascii_digit() || " +-()/".contains(c));
    comparable(text.trim()).filter(|digits| is_number && digits.len() >= FEWEST_DIGITS)
}

impl Customers {
    /// Counts a search of somebody, over all nodes.
    async fn count_search(&self, caller: &StaffCaller) -> Result<(), ApiError> {
        let actor = caller.actor();
        let who = format!("{} {}", actor.kind(), actor.name());
        for limit in [A_MINUTE, A_DAY] {
            let counted = self.rate_limits.count(limit, &who).await;
            counted.map_err(|over| over.witnessed_as(SecurityKind::Limit))?;
        }
        Ok(())
    }

    /// Notes a search before it is answered.
    async fn note_search(
        &self,
        caller: &StaffCaller,
        phone: &str,
        shown: &[FoundCustomer],
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let phone_hash = SEARCHED.fingerprint(&self.deps.secrets, phone.as_bytes());
        let ids: Vec<CustomerId> = shown.iter().map(|customer| customer.id).collect();
        tracing::info!(staff = &*caller.actor().name(), customers = ids.len(), "looked customers up");
        let search = CustomerSearch { by: caller.actor(), at: now, phone_hash, customers: ids };
        Ok(self.deps.store.customers().note_search(search).await?)
    }

    async fn by_phone(
        &self,
        caller: &StaffCaller,
        found: FoundCustomer,
        phone: &str,
        now: Timestamp,
    ) -> Result<CustomerByPhone, ApiError> {
        let store = &self.deps.store;
        let mut addresses = listed(&store.customers().addresses(found.id).await?);
        addresses.truncate(MOST_ADDRESSES);
        let orders = store.checkouts().last_of_customer(found.id, &caller.reach(), MOST_ORDERS).await?;
        let reference = CustomerRef { customer: found.id, phone: phone.to_owned() };
        let nonce = self.deps.chance.bytes();
        Ok(CustomerByPhone {
            customer_ref: reference.seal(&RefHolder::of(caller), &self.deps.secrets, nonce, now),
            name: format!("{} {}", found.first_name, found.last_name).trim().to_owned(),
            subscribed_to_loyalty: found.is_member,
            addresses,
            last_orders: self.entries(&orders, now)?,
        })
    }

    fn entries(&self, orders: &[CustomerOrder], now: Timestamp) -> Result<Vec<PastOrder>, ApiError> {
        let chain = self.chain.get();
        let context = PastOrderContext { chain: &chain, secrets: &self.deps.secrets, favourite: None, now };
        orders.iter().map(|order| PastOrder::of(order, &context)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn a_whole_number_has_seven_digits_as_it_is_compared() {
        for (text, expected) in [
            ("+358 40 123 4567", Some("0401234567")),
            (" 040-1234567 ", Some("0401234567")),
            ("\u{202a}0401234567\u{202c}", Some("0401234567")),
            ("0401234", Some("0401234")),
            ("040123", None),
            ("+358 401 23", None),
            ("040 123 4567 x", None),
            ("%", None),
            ("", None),
        ] {
            assert_eq!(whole_number(text).as_deref(), expected, "{text}");
        }
        assert_eq!(whole_number(&"1".repeat(31)), None);
    }
}
