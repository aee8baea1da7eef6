//! A user on the wire (docs/spec/people.md, "User").

use deps::StaffCaller;
use domain::{
    customer::CALL_CENTRE_EMAIL,
    staff::{Role, Roles},
};
use jiff::civil::{Date, date};
use loyalty::{LoyaltySummary, MemberPayload};
use serde::Serialize;
use store::CustomerAccount;
use utoipa::ToSchema;

use crate::{
    address::UserAddress,
    terms::{TermsPayload, TermsState},
};

/// What stands for a date of birth that nobody said.
const UNSET: Date = date(1970, 1, 1);

/// Somebody who is signed in to the shop: a customer, or the call centre.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the wire has each of them")]
pub(crate) struct User {
    pub(crate) user_id: String,
    first_name: String,
    last_name: String,
    email: String,
    phone: String,
    /// An address that was asked for and is not confirmed yet.
    #[schema(required)]
    pending_email: Option<String>,
    /// The primary one first.
    addresses: Vec<UserAddress>,
    #[schema(required)]
    primary_address: Option<UserAddress>,
    social_login_linked: bool,
    has_password: bool,
    pub(crate) accepted_terms: bool,
    accepted_loyalty_terms: bool,
    subscribed_to_loyalty: bool,
    show_loyalty_sign_up_page: bool,
    /// `1970-01-01` while unset.
    #[schema(value_type = String, format = Date)]
    birth_date: Date,
    birth_date_set: bool,
    /// 1: a customer; 2: the call centre.
    customer_segment: u8,
    #[schema(required)]
    favourite_order_id: Option<String>,
    #[schema(required)]
    pub(crate) preferred_payment_method: Option<PreferredPaymentMethod>,
    email_marketing_permission: bool,
    sms_marketing_permission: bool,
    /// The loyalty programme's card; null for who is no member.
    #[schema(required)]
    loyalty: Option<MemberPayload>,
    /// Benefits that can be used now.
    unused_benefits: u32,
    /// Orders that are not over.
    active_orders: u32,
    /// The texts that are agreed to.
    terms: TermsPayload,
}

/// How somebody prefers to pay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct PreferredPaymentMethod {
    id: String,
    /// A bank, for instance.
    #[schema(required)]
    option: Option<String>,
}

/// What the shop calls its customers.
pub(crate) const CUSTOMER: u8 = 1;
/// What it calls those who order for callers.
pub(crate) const CALL_CENTRE: u8 = 2;

impl User {
    /// A customer with their addresses, the primary one first.
    pub(crate) fn new(
        customer: &CustomerAccount,
        terms: &TermsState,
        addresses: Vec<UserAddress>,
        active_orders: u32,
        summary: LoyaltySummary,
    ) -> Self {
        let preferred = customer.preferred_method.clone();
        Self {
            user_id: customer.id.to_string(),
            first_name: customer.first_name.clone(),
            last_name: customer.last_name.clone(),
            email: customer.email.clone(),
            phone: customer.phone.clone(),
            pending_email: customer.pending_email.clone(),
            primary_address: addresses.iter().find(|address| address.primary_address).cloned(),
            addresses,
            social_login_linked: customer.is_linked,
            has_password: customer.password_hash.is_some(),
            accepted_terms: terms.shop.is_accepted,
            accepted_loyalty_terms: terms.loyalty.is_accepted,
            subscribed_to_loyalty: customer.joined_at.is_some(),
            show_loyalty_sign_up_page: customer.show_loyalty_sign_up,
            birth_date: customer.birth_date.unwrap_or(UNSET),
            birth_date_set: customer.birth_date.is_some(),
            customer_segment: CUSTOMER,
            favourite_order_id: customer.favourite_order.map(|id| id.to_string()),
            preferred_payment_method: preferred
                .map(|method| PreferredPaymentMethod { id: method.id, option: method.option }),
            email_marketing_permission: customer.email_marketing,
            sms_marketing_permission: customer.sms_marketing,
            loyalty: summary.member,
            unused_benefits: summary.unused_benefits,
            active_orders,
            terms: TermsPayload::from(terms),
        }
    }

    /// Somebody of the call centre (CC-03, CC-06).
    pub(crate) fn of_call_centre(caller: &StaffCaller, terms: &TermsState) -> Self {
        let number = match caller {
            StaffCaller::Person(session) => session.staff_id,
            StaffCaller::Token => 0,
        };
        Self::of_call_centre_person(number, terms)
    }

    /// The same, by the number of the person of the staff.
    pub(crate) fn of_call_centre_person(number: i64, terms: &TermsState) -> Self {
        Self {
            user_id: format!("staff-{number}"),
            first_name: "Asiakaspalvelu".to_owned(),
            last_name: String::new(),
            email: CALL_CENTRE_EMAIL.to_owned(),
            phone: String::new(),
            pending_email: None,
            addresses: Vec::new(),
            primary_address: None,
            social_login_linked: false,
            has_password: true,
            accepted_terms: true,
            accepted_loyalty_terms: true,
            subscribed_to_loyalty: false,
            show_loyalty_sign_up_page: false,
            birth_date: UNSET,
            birth_date_set: false,
            customer_segment: CALL_CENTRE,
            favourite_order_id: None,
            preferred_payment_method: Some(PreferredPaymentMethod { id: "cod".to_owned(), option: None }),
            email_marketing_permission: false,
            sms_marketing_permission: false,
            loyalty: None,
            unused_benefits: 0,
            active_orders: 0,
            terms: TermsPayload::from(&terms.clone().all_accepted()),
        }
    }
}

/// A work place of the staff, as the wire names it.
pub(crate) fn role_names(roles: Roles) -> Vec<&'static str> {
    roles.iter().map(Role::as_str).collect()
}
