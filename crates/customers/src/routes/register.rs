//! `POST /api/users/register`: an account of one's own.

use axum::{
    body::Body,
    extract::{Request, State},
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{
    board::day_of,
    captcha::CaptchaAction,
    customer::{CheckedRegistration, RawRegistration, SessionChannel},
    email::comparable,
    error::Code,
};
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody,
    address::{ClientAddress, limit_unit},
    csrf::OwnPage,
    extract::{from_json, read_body},
    idempotency::{CallerName, KeyNeed, Keyed, REPLAYED},
    rate_limits::NamedLimit,
    session::{BrowserSession, Token},
};
use store::{Consent, ConsentGiven, NewCustomer, NewCustomerSession, RegisterError};
use utoipa::ToSchema;

use super::private;
use crate::{
    Customers,
    terms::{KnownTerms, LOYALTY, SHOP},
    user::User,
};

/// Accounts that are made from one address in an hour.
const REGISTRATIONS: NamedLimit =
    NamedLimit { name: "registrations", most: 200, window: SignedDuration::from_hours(1) };
/// For so long a repeat of the call opens a session, where nothing of the account has changed.
const REPEATS_OPEN: SignedDuration = SignedDuration::from_mins(10);

/// Somebody who wants an account (LG-30). Other fields that old clients send (`username`, `logonId`, `customerSegment`) are
/// not read.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewAccount {
    /// 1 to 50 characters.
    #[schema(required)]
    first_name: Option<String>,
    /// 1 to 50 characters.
    #[schema(required)]
    last_name: Option<String>,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required, format = Password)]
    password: Option<String>,
    /// Must be true.
    #[schema(required)]
    accepted_terms: Option<bool>,
    accepted_loyalty_terms: Option<bool>,
    email_marketing_permission: Option<bool>,
    /// True where it is absent.
    show_loyalty_sign_up_page: Option<bool>,
    /// Empty, or a date.
    birthdate: Option<String>,
    #[schema(required)]
    google_recaptcha_token: Option<String>,
    /// The version of the shop's terms; absent: the newest that does not ask.
    terms_version: Option<String>,
    /// The same of the loyalty programme's.
    loyalty_terms_version: Option<String>,
}

impl NewAccount {
    fn raw(&self) -> RawRegistration<'_> {
        RawRegistration {
            first_name: self.first_name.as_deref(),
            last_name: self.last_name.as_deref(),
            email: self.email.as_deref(),
            phone: self.phone.as_deref(),
            password: self.password.as_deref(),
            accepted_terms: self.accepted_terms,
            accepted_loyalty_terms: self.accepted_loyalty_terms,
            email_marketing_permission: self.email_marketing_permission,
            show_loyalty_sign_up_page: self.show_loyalty_sign_up_page,
            birthdate: self.birthdate.as_deref(),
            captcha_token: self.google_recaptcha_token.as_deref(),
        }
    }
}

/// Makes an account and signs its owner in. Registering is not joining the loyalty programme.
///
/// The body that a key holds for is without the captcha's token. The same again with its key is the same account; it opens
/// a session within 10 minutes of the first, and while nothing of the account has changed.
#[utoipa::path(post, path = "/api/users/register", operation_id = "register", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same intent again is \
        the same account"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = NewAccount,
    responses(
        (status = 201, description = "The account; the session's cookie is set", body = User),
        (status = 403, description = "The captcha is not solved, or not from one of our pages", body = ErrorBody),
        (status = 409, description = "The e-mail is taken, or the terms have changed", body = ErrorBody),
        (status = 422, description = "Something does not fit; `metadata.field` says what", body = ErrorBody),
        (status = 429, description = "Too many accounts from one address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn register(
    State(customers): State<Customers>,
    caller: ClientAddress,
    _: OwnPage,
    before: BrowserSession,
    request: Request,
) -> Result<Response, ApiError> {
    customers.rate_limits.count(REGISTRATIONS, &limit_unit(caller.address).to_string()).await?;
    let (parts, body) = request.into_parts();
    let body = read_body(Request::new(body)).await?;
    let asked: NewAccount = from_json(&body)?;
    let today = day_of(customers.deps.clock.now());
    asked.raw().check(customers.settings.password_min, today).map_err(|wrong| customers.wrong_field(wrong))?;
    // A repeat comes with a captcha of its own.
    let mut hashed: serde_json::Value = from_json(&body)?;
    if let Some(fields) = hashed.as_object_mut() {
        fields.remove("googleRecaptchaToken");
    }
    let hashed = serde_json::to_vec(&hashed).map_err(|error| ApiError::internal(&error))?;
    let request = Request::from_parts(parts, Body::from(body));
    let account = comparable(asked.email.as_deref().unwrap_or_default());
    let (working, of_work) = (customers.clone(), caller.clone());
    let work = move |request: Request| async move {
        let keyed = request.extensions().get::<Keyed>().cloned();
        let made = make(&working, &asked, of_work, today, keyed).await;
        made.unwrap_or_else(IntoResponse::into_response)
    };
    let guest = CallerName::of(&deps::Caller::Guest);
    let answer = customers.idempotency.once_of(&guest, KeyNeed::Optional, request, Some(hashed), work).await?;
    let mut answer = if answer.headers().contains_key(&REPLAYED) { again(&customers, answer).await? } else { answer };
    if answer.status() == StatusCode::CREATED {
        before.end(&customers.deps.store).await?;
        answer.headers_mut().append(header::SET_COOKIE, customers.attempts.remember(&account, &caller));
    }
    Ok(answer)
}

async fn make(
    customers: &Customers,
    asked: &NewAccount,
    caller: ClientAddress,
    today: jiff::civil::Date,
    keyed: Option<Keyed>,
) -> Result<Response, ApiError> {
    // An account whose answer was lost.
    if let Some(id) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()?.parse().ok()) {
        return open_again(customers, id).await;
    }
    let registration =
        asked.raw().check(customers.settings.password_min, today).map_err(|wrong| customers.wrong_field(wrong))?;
    customers.captcha.require(registration.captcha_token, CaptchaAction::Register, caller.address).await?;
    let sign_in_email = comparable(registration.email.as_str());
    // Of many who come with one address at once, those who come too late cost no hash.
    let _turn = customers.turns.take(customers.rate_limits.digest(&sign_in_email)).await;
    let now = customers.deps.clock.now();
    if customers.deps.store.customers().by_sign_in_email(&sign_in_email, now).await?.is_some() {
        return Err(ApiError::new(Code::EmailTaken));
    }
    let password = registration.password.to_owned();
    let password_hash = customers.passwords.hash(caller.address, password).await?;
    let token = Token::new(&customers.deps.chance);
    let new = new_customer(customers, asked, registration, password_hash, &token, keyed).await?;
    let made = customers.deps.store.customers().register(new).await;
    let id = made.map_err(|error| match error {
        RegisterError::EmailTaken => ApiError::new(Code::EmailTaken),
        RegisterError::IdentityTaken | RegisterError::TokenSpent => ApiError::new(Code::ProviderTaken),
        RegisterError::KeyLost => ApiError::new(Code::InProgress),
        RegisterError::Store(error) => error.into(),
    })?;
    tracing::info!(customer = id.0, "registered");
    created(customers, id, &token).await
}

async fn new_customer(
    customers: &Customers,
    asked: &NewAccount,
    registration: CheckedRegistration<'_>,
    password_hash: String,
    token: &Token,
    keyed: Option<Keyed>,
) -> Result<NewCustomer, ApiError> {
    let now = customers.deps.clock.now();
    let known = KnownTerms::read(&customers.deps.store).await?;
    let terms = known.accepted(SHOP, asked.terms_version.as_deref())?;
    let loyalty = match registration.accepted_loyalty_terms {
        true => Some(known.accepted(LOYALTY, asked.loyalty_terms_version.as_deref())?),
        false => None,
    };
    let said = |what, version: Option<String>| ConsentGiven::new(what, version, true, now, "register");
    let mut consents = vec![said(Consent::Terms, Some(terms.clone()))];
    consents.extend(loyalty.clone().map(|version| said(Consent::LoyaltyTerms, Some(version))));
    consents.extend(registration.email_marketing_permission.then(|| said(Consent::EmailMarketing, None)));
    let told = AccountMail::Created {
        first_name: registration.first_name.as_str().to_owned(),
        forgot_link: customers.forgot_link(),
    };
    Ok(NewCustomer {
        first_name: registration.first_name.as_str().to_owned(),
        last_name: registration.last_name.as_str().to_owned(),
        phone: registration.phone.as_str().to_owned(),
        email: registration.email.to_string(),
        sign_in_email: comparable(registration.email.as_str()),
        email_provider: None,
        password_hash: Some(password_hash),
        birth_date: registration.birth_date.map(|born| born.date()),
        terms_version: Some(terms),
        loyalty_terms_version: loyalty,
        show_loyalty_sign_up: registration.show_loyalty_sign_up_page,
        email_marketing: registration.email_marketing_permission,
        consents,
        identity: None,
        session: NewCustomerSession { sha256: token.fingerprint(), channel: SessionChannel::Cookie },
        message: Some(customers.mail(registration.email.as_str(), &told, now)),
        run: keyed.map(|keyed| keyed.run),
        now,
    })
}

/// The account that was made, with its session.
async fn created(customers: &Customers, id: domain::ids::CustomerId, token: &Token) -> Result<Response, ApiError> {
    let user = customers.user(id).await?.ok_or_else(|| ApiError::new(Code::EmailTaken))?;
    let mut answer = (StatusCode::CREATED, private(user)).into_response();
    answer.headers_mut().insert(header::SET_COOKIE, customers.give_cookie(token));
    Ok(answer)
}

/// A kept answer, with a session of its own where the account is as it was.
async fn again(customers: &Customers, answer: Response) -> Result<Response, ApiError> {
    if answer.status() != StatusCode::CREATED {
        return Ok(answer);
    }
    let (mut parts, body) = answer.into_parts();
    let body = read_body(Request::new(body)).await?;
    let user: serde_json::Value = from_json(&body)?;
    let id = user["userId"].as_str().and_then(|id| id.parse().ok());
    let id = id.ok_or_else(|| ApiError::new(Code::EmailTaken))?;
    let token = open(customers, id).await?;
    parts.headers.insert(header::SET_COOKIE, customers.give_cookie(&token));
    Ok(Response::from_parts(parts, Body::from(body)))
}

/// The answer to a call whose answer was lost.
async fn open_again(customers: &Customers, id: i64) -> Result<Response, ApiError> {
    let token = open(customers, id).await?;
    created(customers, domain::ids::CustomerId(id), &token).await
}

/// Opens a session of an account that was made a moment ago, and is as it was.
async fn open(customers: &Customers, id: i64) -> Result<Token, ApiError> {
    let (id, now) = (domain::ids::CustomerId(id), customers.deps.clock.now());
    let taken = || ApiError::new(Code::EmailTaken);
    let customer = customers.deps.store.customers().by_id(id, now).await?.ok_or_else(taken)?;
    if customer.security_changes > 0 || is_past(customer.created_at, now) {
        return Err(taken());
    }
    let token = Token::new(&customers.deps.chance);
    let new = NewCustomerSession { sha256: token.fingerprint(), channel: SessionChannel::Cookie };
    let opened = customers.deps.store.sessions().add_customer(id, customer.password_hash, new, now).await?;
    opened.map(|_| token).ok_or_else(taken)
}

fn is_past(created_at: Timestamp, now: Timestamp) -> bool {
    now.duration_since(created_at) > REPEATS_OPEN
}
