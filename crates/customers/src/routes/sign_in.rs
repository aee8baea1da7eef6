//! `POST /api/users/login` and `POST /api/users/token`: one door for customers and the staff (LG-17).

use axum::{extract::State, http::header, response::Response};
use domain::{
    captcha::CaptchaAction,
    customer::{self, SessionChannel},
    email::comparable,
    error::Code,
    password::LONGEST,
    staff::{Role, SESSION_LONGEST},
};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use server::{
    ApiError, ErrorBody, Json,
    address::ClientAddress,
    csrf::OwnPage,
    session::{BrowserSession, Token},
};
use store::{NewCustomerSession, NewSession, SignInAccount};
use utoipa::ToSchema;

use super::private;
use crate::{
    Customers,
    user::{User, role_names},
};

/// By what somebody signs in.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Login {
    email: String,
    #[schema(format = Password)]
    password: String,
    /// Needed after five failures within 15 minutes.
    google_recaptcha_token: Option<String>,
    /// The second factor of somebody of the staff who has one.
    code: Option<String>,
}

/// Somebody of the staff who does not order for callers.
#[derive(Serialize, ToSchema)]
pub(super) struct StaffSignedIn {
    /// Always null.
    #[schema(required, value_type = Option<User>)]
    user: Option<()>,
    roles: Vec<&'static str>,
    /// Whether a second factor must be set up before anything else; absent where it need not.
    #[serde(rename = "totpSetup", skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    must_set_up: bool,
}

/// A session for a program or an app.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BearerToken {
    /// For `Authorization: Bearer`.
    token: String,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    #[schema(required)]
    user: Option<User>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    roles: Vec<&'static str>,
    /// Whether a second factor must be set up before anything else; absent where it need not.
    #[serde(rename = "totpSetup", skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    must_set_up: bool,
}

impl BearerToken {
    /// Of a customer.
    pub(super) fn of_customer(token: &Token, expires_at: Timestamp, user: User) -> Self {
        let token = token.reveal().to_owned();
        Self { token, expires_at, user: Some(user), roles: Vec::new(), must_set_up: false }
    }
}

/// Somebody who has signed in.
struct NewSignIn {
    token: Token,
    expires_at: Timestamp,
    /// For how long the cookie is kept.
    lasts: std::time::Duration,
    user: Option<User>,
    roles: Vec<&'static str>,
    /// Whether a second factor must be set up before anything else.
    must_set_up: bool,
}

/// Signs a customer or somebody of the staff in; the session that the browser had ends.
///
/// Each call begins a session of its own, so it is not idempotent. An unknown address is answered as a wrong password is,
/// after the same time. First the wait is judged (429), then the captcha (403), then the password.
#[utoipa::path(post, path = "/api/users/login", operation_id = "login", tag = "users",
    params(("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = Login,
    responses(
        (status = 200, description = "The account, or `{user: null, roles}`; the session's cookie is set", body = User),
        (status = 401, description = "No such address, not with this password, or a code is needed or wrong", body = ErrorBody),
        (status = 403, description = "A captcha is needed or not solved, or not from one of our pages", body = ErrorBody),
        (status = 429, description = "Too many failures; after `Retry-After` it may be tried again", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn login(
    State(customers): State<Customers>,
    caller: ClientAddress,
    _: OwnPage,
    before: BrowserSession,
    Json(body): Json<Login>,
) -> Result<Response, ApiError> {
    let account = comparable(&body.email);
    let signed_in = sign_in(&customers, &caller, body, SessionChannel::Cookie).await?;
    before.end(&customers.deps.store).await?;
    let cookie = customers.cookie.give(&signed_in.token, signed_in.lasts);
    let mut answer = match signed_in.user {
        Some(user) => private(user),
        None => private(StaffSignedIn { user: None, roles: signed_in.roles, must_set_up: signed_in.must_set_up }),
    };
    answer.headers_mut().append(header::SET_COOKIE, cookie);
    answer.headers_mut().append(header::SET_COOKIE, customers.attempts.remember(&account, &caller));
    Ok(answer)
}

/// A session for a program or an app: no cookie, and no proof of a page.
#[utoipa::path(post, path = "/api/users/token", operation_id = "makeBearerToken", tag = "users",
    request_body = Login,
    responses(
        (status = 200, description = "The token", body = BearerToken),
        (status = 401, description = "No such address, not with this password, or a code is needed or wrong", body = ErrorBody),
        (status = 403, description = "A captcha is needed or not solved", body = ErrorBody),
        (status = 429, description = "Too many failures; after `Retry-After` it may be tried again", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn make_bearer_token(
    State(customers): State<Customers>,
    caller: ClientAddress,
    Json(body): Json<Login>,
) -> Result<Response, ApiError> {
    let signed_in = sign_in(&customers, &caller, body, SessionChannel::Bearer).await?;
    let NewSignIn { token, expires_at, user, roles, must_set_up, .. } = signed_in;
    Ok(private(BearerToken { token: token.reveal().to_owned(), expires_at, user, roles, must_set_up }))
}

async fn sign_in(
    customers: &Customers,
    caller: &ClientAddress,
    body: Login,
    channel: SessionChannel,
) -> Result<NewSignIn, ApiError> {
    if body.password.len() > LONGEST {
        return Err(ApiError::invalid("password"));
    }
    // A flood costs no database what nobody has a turn for.
    customers.passwords.has_room()?;
    let account = comparable(&body.email);
    let now = customers.deps.clock.now();
    let mut refusal = Code::InvalidCredentials;
    let try_it = async {
        if customers.attempts.needs_captcha(&account, caller).await? {
            let token = body.google_recaptcha_token.as_deref().ok_or_else(|| ApiError::new(Code::CaptchaRequired))?;
            customers.captcha.require(token, CaptchaAction::Login, caller.address).await?;
        }
        let found = customers.deps.store.customers().by_sign_in_email(&account, now).await?;
        let hash = found.as_ref().and_then(|found| found.password_hash().map(str::to_owned));
        let is_right = customers.passwords.verify(caller.address, body.password, hash).await?;
        let Some(found) = found.filter(|_| is_right) else { return Ok(None) };
        if let SignInAccount::Staff(staff) = &found
            && !customers.second_factor.is_given(staff, body.code.as_deref()).await?
        {
            refusal = Code::StaffCodeInvalid;
            return Ok(None);
        }
        Ok(Some(found))
    };
    let found = customers.attempts.judge(&account, caller, Box::pin(try_it)).await?;
    let found = found.ok_or_else(|| ApiError::new(refusal))?;
    open(customers, found, channel).await?.ok_or_else(|| ApiError::new(Code::InvalidCredentials))
}

/// Begins a session; none where the account has changed since its password was checked.
async fn open(
    customers: &Customers,
    account: SignInAccount,
    channel: SessionChannel,
) -> Result<Option<NewSignIn>, ApiError> {
    let (token, now) = (Token::new(&customers.deps.chance), customers.deps.clock.now());
    let (store, mut must_set_up) = (&customers.deps.store, false);
    let (longest, user, roles) = match account {
        SignInAccount::Customer(customer) => {
            let new = NewCustomerSession { sha256: token.fingerprint(), channel };
            let opened = store.sessions().add_customer(customer.id, customer.password_hash, new, now).await?;
            if opened.is_none() {
                return Ok(None);
            }
            tracing::info!(customer = customer.id.0, "signed in");
            (customer::SESSION_LONGEST, customers.user(customer.id).await?, Vec::new())
        }
        SignInAccount::Staff(staff) => {
            let new = NewSession { staff: &staff, sha256: token.fingerprint(), channel, now };
            if store.staff().add_session(new).await?.is_none() {
                return Ok(None);
            }
            tracing::info!(staff = staff.id, "signed in");
            must_set_up = customers.second_factor.must_set_up(&staff);
            let is_call_centre = staff.roles.has(Role::CallCentre) && !must_set_up;
            let user = if is_call_centre { Some(customers.user_of_staff(staff.id).await?) } else { None };
            (SESSION_LONGEST, user, role_names(staff.roles))
        }
    };
    let expires_at = now.checked_add(longest).unwrap_or(Timestamp::MAX);
    let lasts = std::time::Duration::try_from(longest).unwrap_or_default();
    Ok(Some(NewSignIn { token, expires_at, lasts, user, roles, must_set_up }))
}
