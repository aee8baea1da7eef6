//! `PATCH /api/users/me`: changing what an account says, all of it or nothing.

use axum::{extract::State, response::Response};
use deps::CustomerCaller;
use domain::{
    board::day_of,
    customer::{BadBirthDate, BirthDate, CustomerPhone, PersonName, WrongField},
    email::{CustomerEmail, comparable},
    error::Code,
    password::LONGEST,
};
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use serde::{Deserialize, Deserializer};
use server::{ApiError, ErrorBody, Json, address::ClientAddress, rate_limits::NamedLimit, session::Token};
use store::{
    ChangeCustomer, ChangeCustomerError, Consent, ConsentGiven, CustomerAccount, NewCustomerToken, NewMessage,
    PreferredMethod, ProfileChange, TokenPurpose,
};
use utoipa::ToSchema;

use super::{CUSTOMER_CHANGES, private};
use crate::{
    ChangingCustomer, Customers,
    terms::{KnownTerms, LOYALTY, SHOP},
    user::User,
};

/// Wishes for another address of one account in a day.
const EMAIL_CHANGES: NamedLimit =
    NamedLimit { name: "changes of an e-mail", most: 5, window: SignedDuration::from_hours(24) };
/// For how long the link to a new address can be used.
const CONFIRM_HOURS: i64 = 24;
/// The longest option of a preferred payment method, in characters.
const LONGEST_OPTION: usize = 40;

/// What is to be changed; what is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChangeMe {
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    first_name: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    last_name: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    phone: Option<String>,
    /// Waits until the link in the mail to it is used; wants `currentPassword`.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    email: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(format = Password, nullable = false)]
    current_password: Option<String>,
    /// Only true.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    accepted_terms: Option<bool>,
    /// Only true.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    accepted_loyalty_terms: Option<bool>,
    /// The version of the shop's terms; absent: the newest that does not ask.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    terms_version: Option<String>,
    /// The same of the loyalty programme's.
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    loyalty_terms_version: Option<String>,
    /// Once set it stays.
    #[serde(default, deserialize_with = "present")]
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    birth_date: Option<String>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    show_loyalty_sign_up_page: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    email_marketing_permission: Option<bool>,
    #[serde(default, deserialize_with = "present")]
    #[schema(nullable = false)]
    sms_marketing_permission: Option<bool>,
    /// Null: none any more.
    #[serde(default, deserialize_with = "present")]
    preferred_payment_method: Option<Option<PreferredMethodBody>>,
}

/// How somebody prefers to pay.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct PreferredMethodBody {
    id: String,
    /// At most 40 characters.
    option: Option<String>,
}

/// What is there at all: null is a value, and mostly a wrong one.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// Changes the account of whoever calls. Setting a field to what it is changes nothing, so it may be repeated.
#[utoipa::path(patch, path = "/api/users/me", operation_id = "changeMe", tag = "users",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = ChangeMe, security(("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The account", body = User),
        (status = 401, description = "Nobody is signed in", body = ErrorBody),
        (status = 403, description = "The e-mail is an identity provider's, or not from one of our pages", body = ErrorBody),
        (status = 409, description = "The e-mail is taken, the date of birth is set, or the terms have changed", body = ErrorBody),
        (status = 422, description = "Something does not fit; `metadata.field` says what", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn change_me(
    State(customers): State<Customers>,
    caller: ClientAddress,
    ChangingCustomer(customer): ChangingCustomer,
    Json(body): Json<ChangeMe>,
) -> Result<Response, ApiError> {
    customers.rate_limits.count(CUSTOMER_CHANGES, &customer.session_id.to_string()).await?;
    let now = customers.deps.clock.now();
    let gone = || ApiError::new(Code::Unauthorized);
    let account = customers.deps.store.customers().by_id(customer.id, now).await?.ok_or_else(gone)?;
    let known = KnownTerms::read(&customers.deps.store).await?;
    let mut change = profile_change(&customers, &body, &known, now)?;
    let email = new_email(&customers, &caller, &customer, &account, &body, now).await?;
    let (token, message) = email.map_or((None, None), |(token, message)| (Some(token), Some(message)));
    change.messages.extend(message);
    change.email = token;
    change.id = customer.id;
    customers.deps.store.customers().change(change).await.map_err(|error| refused(&customers, error))?;
    Ok(private(customers.user(customer.id).await?.ok_or_else(gone)?))
}

fn profile_change(
    customers: &Customers,
    body: &ChangeMe,
    known: &KnownTerms,
    now: Timestamp,
) -> Result<ChangeCustomer, ApiError> {
    let name = |field: &'static str, text: &Option<String>| {
        let read = text.as_deref().map(PersonName::read).transpose();
        read.map(|name| name.map(|name| name.as_str().to_owned())).map_err(|bad| customers.wrong_field(bad.of(field)))
    };
    let phone = body.phone.as_deref().map(CustomerPhone::read).transpose();
    let phone = phone.map_err(|bad| customers.wrong_field(bad.of("phone")))?;
    let only_true = |field: &'static str, flag: Option<bool>| match flag {
        Some(false) => Err(ApiError::invalid(field)),
        flag => Ok(flag.is_some()),
    };
    let (first_name, last_name) = (name("firstName", &body.first_name)?, name("lastName", &body.last_name)?);
    let terms = only_true("acceptedTerms", body.accepted_terms)?;
    let loyalty = only_true("acceptedLoyaltyTerms", body.accepted_loyalty_terms)?;
    let born = body.birth_date.as_deref().map(|text| BirthDate::read(text, day_of(now))).transpose();
    let born = born.map_err(|_| customers.wrong_field(WrongField::with_code("birthDate", BadBirthDate::CODE)))?;
    let accepted =
        |is: bool, text, named: &Option<String>| is.then(|| known.accepted(text, named.as_deref())).transpose();
    let terms_version = accepted(terms, SHOP, &body.terms_version)?;
    let loyalty_terms_version = accepted(loyalty, LOYALTY, &body.loyalty_terms_version)?;
    let said = |what, version: Option<String>, value| ConsentGiven::new(what, version, value, now, "account");
    let consents = [
        terms_version.clone().map(|version| said(Consent::Terms, Some(version), true)),
        loyalty_terms_version.clone().map(|version| said(Consent::LoyaltyTerms, Some(version), true)),
        body.email_marketing_permission.map(|value| said(Consent::EmailMarketing, None, value)),
        body.sms_marketing_permission.map(|value| said(Consent::SmsMarketing, None, value)),
    ];
    Ok(ChangeCustomer {
        id: domain::ids::CustomerId(0),
        profile: ProfileChange {
            first_name,
            last_name,
            phone: phone.map(|phone| phone.as_str().to_owned()),
            birth_date: born.map(BirthDate::date),
            joins: None,
            terms_version,
            loyalty_terms_version,
            show_loyalty_sign_up: body.show_loyalty_sign_up_page,
            email_marketing: body.email_marketing_permission,
            sms_marketing: body.sms_marketing_permission,
            preferred_method: preferred(customers, body)?,
        },
        member_age: customers.member_age(now),
        email: None,
        consents: consents.into_iter().flatten().collect(),
        messages: Vec::new(),
        now,
    })
}

fn preferred(customers: &Customers, body: &ChangeMe) -> Result<Option<Option<PreferredMethod>>, ApiError> {
    let Some(wanted) = &body.preferred_payment_method else { return Ok(None) };
    let Some(PreferredMethodBody { id, option }) = wanted else { return Ok(Some(None)) };
    let is_known = customers.chain.get().payment_methods().iter().any(|method| method.id.as_str() == id);
    if !is_known {
        return Err(ApiError::invalid("preferredPaymentMethod.id"));
    }
    if option.as_ref().is_some_and(|option| option.chars().count() > LONGEST_OPTION) {
        return Err(ApiError::invalid("preferredPaymentMethod.option"));
    }
    Ok(Some(Some(PreferredMethod { id: id.clone(), option: option.clone() })))
}

/// The link that confirms another address, with the mail that has it.
async fn new_email(
    customers: &Customers,
    caller: &ClientAddress,
    asker: &CustomerCaller,
    account: &CustomerAccount,
    body: &ChangeMe,
    now: Timestamp,
) -> Result<Option<((NewCustomerToken, String), NewMessage)>, ApiError> {
    let Some(text) = &body.email else { return Ok(None) };
    let email: CustomerEmail = text.parse().map_err(|_| ApiError::invalid("email"))?;
    let compared = comparable(email.as_str());
    if compared == comparable(&account.email) {
        return Ok(None);
    }
    if account.email_provider.is_some() {
        return Err(ApiError::new(Code::EmailLocked));
    }
    let password = body.current_password.clone().ok_or_else(|| ApiError::invalid("currentPassword"))?;
    customers.require_password(caller, account, password).await?;
    customers.rate_limits.count(EMAIL_CHANGES, &account.id.to_string()).await?;
    let token = Token::short(&customers.deps.chance);
    let expires_at = now.checked_add(SignedDuration::from_hours(CONFIRM_HOURS)).unwrap_or(Timestamp::MAX);
    let link = format!("{}/vahvista-sahkoposti?token={}", customers.public_url, token.reveal());
    let told = AccountMail::ConfirmEmail { link, hours: CONFIRM_HOURS };
    let message = customers.mail(email.as_str(), &told, now);
    let new = NewCustomerToken {
        sha256: token.fingerprint(),
        purpose: TokenPurpose::ConfirmEmail,
        email: Some(email.to_string()),
        session: Some(asker.session_id),
        expires_at,
    };
    Ok(Some(((new, compared), message)))
}

/// Why an account was not changed, as it is answered.
pub(super) fn refused(customers: &Customers, error: ChangeCustomerError) -> ApiError {
    match error {
        ChangeCustomerError::TooYoung => {
            let age = customers.settings.loyalty_age;
            let text = Code::TooYoung.message().replace("{age}", &age.to_string());
            ApiError::new(Code::TooYoung).worded(text).with("age", age)
        }
        ChangeCustomerError::Gone => ApiError::new(Code::Unauthorized),
        ChangeCustomerError::BirthDateSet => ApiError::new(Code::BirthDateSet).with("field", "birthDate"),
        ChangeCustomerError::EmailTaken => ApiError::new(Code::EmailTaken).with("field", "email"),
        ChangeCustomerError::Store(error) => error.into(),
    }
}

impl Customers {
    /// Checks the password of somebody who is signed in, which counts as a try to sign in.
    ///
    /// # Errors
    /// 422 `password/wrong`; 429 after too many.
    pub(crate) async fn require_password(
        &self,
        caller: &ClientAddress,
        account: &CustomerAccount,
        password: String,
    ) -> Result<(), ApiError> {
        let wrong = || ApiError::new(Code::PasswordWrong).with("field", "currentPassword");
        if password.len() > LONGEST {
            return Err(wrong());
        }
        let hash = account.password_hash.clone();
        let try_it = async {
            let is_right = self.passwords.verify(caller.address, password, hash).await?;
            Ok(is_right.then_some(()))
        };
        let account = comparable(&account.email);
        self.attempts.judge(&account, caller, try_it).await?.ok_or_else(wrong)
    }
}
