//! `POST /api/users/registerWithProvider`: an account of who somebody is elsewhere (LG-36).

use axum::{
    body::Body,
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::{captcha::CaptchaAction, error::Code, ids::CustomerId};
use jiff::SignedDuration;
use mail::AccountMail;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody,
    address::{ClientAddress, limit_unit},
    csrf::is_from_own_page,
    extract::{from_json, read_body},
    idempotency::{CallerName, KeyNeed, Keyed, REPLAYED},
    rate_limits::NamedLimit,
    session::{BrowserSession, Token},
};
use store::{NewCustomer, NewCustomerIdentity, RegisterError};
use utoipa::ToSchema;

use super::provider_token::{PresentedToken, again, new_session, open_once_more, signed_in};
use crate::{Customers, user::User};

/// Accounts that are made so from one address in an hour.
const REGISTRATIONS: NamedLimit =
    NamedLimit { name: "registrations with a provider", most: 200, window: SignedDuration::from_hours(1) };

/// Who somebody is elsewhere.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisterWithProvider {
    /// Of the page's fragment; of a program an ID token.
    provider_token: String,
    /// As `providers[].id` of `getIdentity`.
    provider: String,
    #[schema(required)]
    google_recaptcha_token: Option<String>,
}

/// Makes an account with the names and the verified address of a provider, and signs its owner in. It has no phone and no
/// password, and accepts no terms yet.
///
/// The same again with its key is the same account, as of `register`.
#[utoipa::path(post, path = "/api/users/registerWithProvider", operation_id = "registerWithProvider", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is \
        the same account"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = RegisterWithProvider,
    responses(
        (status = 201, description = "The account; the session's cookie is set. Of a program with an ID token `{token, expiresAt, user}`", body = User),
        (status = 401, description = "The token opens nothing", body = ErrorBody),
        (status = 403, description = "The captcha is not solved, or not from one of our pages", body = ErrorBody),
        (status = 409, description = "The e-mail or the identity is taken", body = ErrorBody),
        (status = 422, description = "No such provider, or something is missing", body = ErrorBody),
        (status = 429, description = "Too many accounts from one address", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn register_with_provider(
    State(customers): State<Customers>,
    caller: ClientAddress,
    before: BrowserSession,
    request: Request,
) -> Result<Response, ApiError> {
    customers.rate_limits.count(REGISTRATIONS, &limit_unit(caller.address).to_string()).await?;
    let (parts, body) = request.into_parts();
    let body = read_body(Request::new(body)).await?;
    let asked: RegisterWithProvider = from_json(&body)?;
    let by_program = PresentedToken::is_brought_by_program(&asked.provider_token, &parts.headers);
    if !by_program && !is_from_own_page(&parts.headers, &caller, &customers.origins) {
        return Err(ApiError::new(Code::ForeignPage));
    }
    if asked.google_recaptcha_token.is_none() {
        return Err(ApiError::invalid("googleRecaptchaToken"));
    }
    // A repeat comes with a captcha of its own.
    let hashed = format!("{}\n{}", asked.provider, asked.provider_token).into_bytes();
    let (headers, token) = (parts.headers.clone(), asked.provider_token.clone());
    let request = Request::from_parts(parts, Body::from(body));
    let (working, of_work, sent) = (customers.clone(), caller.clone(), headers.clone());
    let work = move |request: Request| async move {
        let keyed = request.extensions().get::<Keyed>().cloned();
        let made = make(&working, &asked, &of_work, &sent, keyed).await;
        made.unwrap_or_else(IntoResponse::into_response)
    };
    let guest = CallerName::of(&deps::Caller::Guest);
    let answer = customers.idempotency.once_of(&guest, KeyNeed::Optional, request, Some(hashed), work).await?;
    if by_program || answer.status() != StatusCode::CREATED {
        return Ok(answer);
    }
    let answer = match answer.headers().contains_key(&REPLAYED) {
        true => again(&customers, &token, &headers, answer).await?,
        false => answer,
    };
    before.end(&customers.deps.store).await?;
    Ok(answer)
}

async fn make(
    customers: &Customers,
    asked: &RegisterWithProvider,
    caller: &ClientAddress,
    headers: &HeaderMap,
    keyed: Option<Keyed>,
) -> Result<Response, ApiError> {
    // An account whose answer was lost.
    if let Some(id) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()?.parse().ok()).map(CustomerId) {
        let answer = open_once_more(customers, &asked.provider_token, headers, id).await?;
        return Ok((StatusCode::CREATED, answer).into_response());
    }
    let captcha = asked.google_recaptcha_token.as_deref().unwrap_or_default();
    customers.captcha.require(captcha, CaptchaAction::Register, caller.address).await?;
    let presented = PresentedToken::read(customers, &asked.provider, &asked.provider_token, headers).await?;
    if presented.token.session.is_some() {
        return Err(ApiError::new(Code::InvalidCredentials));
    }
    let (token, is_raw) = (Token::new(&customers.deps.chance), presented.is_raw);
    let email = presented.token.identity.email.clone();
    let new = new_customer(customers, presented, &token, keyed);
    let id = customers.deps.store.customers().register(new).await.map_err(|error| match error {
        RegisterError::EmailTaken => ApiError::new(Code::EmailTaken),
        RegisterError::IdentityTaken => ApiError::new(Code::ProviderTaken),
        RegisterError::TokenSpent => ApiError::new(Code::InvalidCredentials),
        RegisterError::KeyLost => ApiError::new(Code::InProgress),
        RegisterError::Store(error) => error.into(),
    })?;
    tracing::info!(customer = id.0, "registered with an identity");
    let user = customers.user(id).await?.ok_or_else(|| ApiError::new(Code::EmailTaken))?;
    let mut answer = (StatusCode::CREATED, signed_in(customers, &token, is_raw, user)).into_response();
    if !is_raw {
        answer.headers_mut().append(header::SET_COOKIE, customers.attempts.remember(&email, caller));
    }
    Ok(answer)
}

fn new_customer(
    customers: &Customers,
    presented: PresentedToken,
    session: &Token,
    keyed: Option<Keyed>,
) -> NewCustomer {
    let PresentedToken { sha256, token, is_raw } = presented;
    let now = customers.deps.clock.now();
    let email = token.identity.email.clone();
    let told = AccountMail::Created { first_name: token.first_name.clone(), forgot_link: customers.forgot_link() };
    NewCustomer {
        first_name: token.first_name,
        last_name: token.last_name,
        phone: String::new(),
        email: email.clone(),
        sign_in_email: email.clone(),
        email_provider: Some(token.identity.provider.clone()),
        password_hash: None,
        birth_date: None,
        terms_version: None,
        loyalty_terms_version: None,
        show_loyalty_sign_up: true,
        email_marketing: false,
        consents: Vec::new(),
        identity: Some(NewCustomerIdentity { identity: token.identity, token: sha256 }),
        session: new_session(session, is_raw),
        message: Some(customers.mail(&email, &told, now)),
        run: keyed.map(|keyed| keyed.run),
        now,
    }
}
