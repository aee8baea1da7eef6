//! `POST /api/users/linkProvider`: signing in with what somebody is elsewhere, and linking it to an account.

use axum::{
    extract::{Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use deps::{Caller, CustomerCaller};
use domain::{email::comparable, error::Code, ids::CustomerId, password::LONGEST};
use jiff::{SignedDuration, Timestamp};
use mail::AccountMail;
use serde::Deserialize;
use server::{
    ApiError, ErrorBody,
    address::ClientAddress,
    credentials::caller_of,
    csrf::is_from_own_page,
    extract::{from_json, read_body},
    idempotency::{CallerName, KeyNeed, Keyed, REPLAYED},
    session::{BrowserSession, Token},
};
use store::{
    CustomerAccount, IdentityUse, NewCustomerSession, ProviderToken, SignInAccount, UseIdentity, UseIdentityError,
};
use utoipa::ToSchema;

use super::{
    private,
    provider_token::{Judging, PresentedToken, again, new_session, open_once_more, signed_in},
};
use crate::{Customers, signed_in::require_terms, user::User};

/// Who has no password links within this time of signing in.
const FRESH: SignedDuration = SignedDuration::from_mins(15);

/// Who somebody is elsewhere.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkProvider {
    /// Of the page's fragment; of a program an ID token.
    pub(super) provider_token: String,
    /// As `providers[].id` of `getIdentity`.
    pub(super) provider: String,
    /// Of the account that it is to be linked to.
    #[schema(format = Password)]
    password: Option<String>,
}

/// Signs somebody in with what they are elsewhere; an account with their verified address is linked by whoever knows its
/// password. Who is signed in links it to their account.
///
/// A token opens one account, and is good for five tries. The same again with its key is answered the same, with a session
/// of its own.
#[utoipa::path(post, path = "/api/users/linkProvider", operation_id = "linkProvider", tag = "users",
    params(("Idempotency-Key" = Option<String>, Header, description = "8 to 128 of `[A-Za-z0-9_-]`: the same again is done once"),
        ("X-Ovelle-Csrf" = Option<String>, Header, description = "Any value, from pages that send no `Origin`")),
    request_body = LinkProvider,
    security((), ("customerSession" = []), ("customerBearer" = [])),
    responses(
        (status = 200, description = "The account; the session's cookie is set. Of a program with an ID token `{token, expiresAt, user}`", body = User),
        (status = 401, description = "The token opens nothing, or the password is wrong", body = ErrorBody),
        (status = 403, description = "Linking was not asked for by this session, or not from one of our pages", body = ErrorBody),
        (status = 404, description = "There is no account yet; the token can register one", body = ErrorBody),
        (status = 409, description = "A password is needed, or it is somebody else's", body = ErrorBody),
        (status = 422, description = "No such provider", body = ErrorBody),
        (status = "4XX", description = "Refused", body = ErrorBody)))]
pub(super) async fn link_provider(
    State(customers): State<Customers>,
    address: ClientAddress,
    before: BrowserSession,
    request: Request,
) -> Result<Response, ApiError> {
    let (parts, body) = request.into_parts();
    let body = read_body(Request::new(body)).await?;
    let asked: LinkProvider = from_json(&body)?;
    let cookie = Some(customers.cookie);
    let caller = caller_of(&*customers.deps.callers, &parts.headers, &parts.extensions, cookie).await?;
    let by_bearer = parts.headers.contains_key(header::AUTHORIZATION);
    let is_own_page = is_from_own_page(&parts.headers, &address, &customers.origins);
    if !by_bearer && !is_own_page && !PresentedToken::is_brought_by_program(&asked.provider_token, &parts.headers) {
        return Err(ApiError::new(Code::ForeignPage));
    }
    let headers = parts.headers.clone();
    let request = Request::from_parts(parts, axum::body::Body::from(body));
    let name = CallerName::of(&caller);
    let link = LinkCall {
        customers: customers.clone(),
        asked: asked.clone(),
        address: address.clone(),
        headers: headers.clone(),
    };
    let work = move |request: Request| async move {
        let keyed = request.extensions().get::<Keyed>().cloned();
        link.answer(caller, keyed).await.unwrap_or_else(IntoResponse::into_response)
    };
    let answer = customers.idempotency.once(&name, KeyNeed::Optional, request, work).await?;
    let is_sign_in = answer.status() == StatusCode::OK && name == CallerName::of(&Caller::Guest);
    if !is_sign_in || PresentedToken::is_raw(&asked.provider_token) {
        return Ok(answer);
    }
    let answer = match answer.headers().contains_key(&REPLAYED) {
        true => again(&customers, &asked.provider_token, &headers, answer).await?,
        false => answer,
    };
    before.end(&customers.deps.store).await?;
    Ok(answer)
}

/// A call that is to be answered.
struct LinkCall {
    customers: Customers,
    asked: LinkProvider,
    address: ClientAddress,
    headers: HeaderMap,
}

impl LinkCall {
    async fn answer(self, caller: Caller, keyed: Option<Keyed>) -> Result<Response, ApiError> {
        // An account that was opened with an answer that was lost.
        if let Some(id) = keyed.as_ref().and_then(|keyed| keyed.made.as_deref()?.parse().ok()).map(CustomerId) {
            return open_once_more(&self.customers, &self.asked.provider_token, &self.headers, id).await;
        }
        let Self { customers, asked, headers, .. } = &self;
        let presented = PresentedToken::read(customers, &asked.provider, &asked.provider_token, headers).await?;
        match caller {
            Caller::Guest | Caller::Key(_) => self.sign_in(presented, keyed).await,
            Caller::Customer(customer) => self.link(presented, customer, keyed).await,
            Caller::Staff(_) | Caller::TotpSetup(_) => Err(ApiError::new(Code::UsersForbidden)),
        }
    }

    async fn sign_in(&self, presented: PresentedToken, keyed: Option<Keyed>) -> Result<Response, ApiError> {
        let (store, now) = (self.customers.deps.store.customers(), self.customers.deps.clock.now());
        let PresentedToken { token, .. } = &presented;
        if token.session.is_some() {
            // What asked for it has ended.
            return Err(ApiError::new(Code::Unauthorized));
        }
        if let Some(account) = store.by_identity(&token.identity, now).await? {
            let messages = self.of_another_email(&account, token, now);
            return self.open(&presented, &account, IdentityUse::SignIn { messages }, keyed).await;
        }
        let account = match store.by_sign_in_email(&token.identity.email, now).await? {
            None => return Err(ApiError::new(Code::ProviderUnknown)),
            Some(SignInAccount::Customer(account)) if account.password_hash.is_some() => account,
            Some(SignInAccount::Customer(_) | SignInAccount::Staff(_)) => {
                return Err(ApiError::new(Code::ProviderTaken));
            }
        };
        self.require_password(&account).await?;
        let purpose = self.linked(&account, now);
        self.open(&presented, &account, purpose, keyed).await
    }

    async fn link(
        &self,
        presented: PresentedToken,
        customer: CustomerCaller,
        keyed: Option<Keyed>,
    ) -> Result<Response, ApiError> {
        let (store, now) = (self.customers.deps.store.customers(), self.customers.deps.clock.now());
        if presented.token.session != Some(customer.session_id) {
            return Err(ApiError::new(Code::UsersForbidden));
        }
        require_terms(&customer)?;
        let gone = || ApiError::new(Code::Unauthorized);
        let account = store.by_id(customer.id, now).await?.ok_or_else(gone)?;
        if account.password_hash.is_some() {
            self.require_password(&account).await?;
        } else if now.duration_since(customer.signed_in_at) >= FRESH {
            return Err(ApiError::new(Code::SignInAgain));
        }
        let purpose = self.linked(&account, now);
        self.customers.use_identity(&presented, account.id, purpose, None, keyed).await?;
        tracing::info!(customer = account.id.0, "linked an identity");
        Ok(private(self.customers.user(account.id).await?.ok_or_else(gone)?))
    }

    /// Opens a session: of a browser with a cookie, of a program with a token.
    async fn open(
        &self,
        presented: &PresentedToken,
        account: &CustomerAccount,
        purpose: IdentityUse,
        keyed: Option<Keyed>,
    ) -> Result<Response, ApiError> {
        let customers = &self.customers;
        let token = Token::new(&customers.deps.chance);
        let session = new_session(&token, presented.is_raw);
        customers.use_identity(presented, account.id, purpose, Some(session), keyed).await?;
        tracing::info!(customer = account.id.0, "signed in with an identity");
        let user = customers.user(account.id).await?.ok_or_else(|| ApiError::new(Code::InvalidCredentials))?;
        let mut answer = signed_in(customers, &token, presented.is_raw, user);
        if presented.is_raw {
            return Ok(answer);
        }
        let known = customers.attempts.remember(&comparable(&account.email), &self.address);
        answer.headers_mut().append(header::SET_COOKIE, known);
        Ok(answer)
    }

    /// Judges the password, as a try to sign in.
    fn require_password<'a>(&'a self, account: &'a CustomerAccount) -> Judging<'a, ()> {
        Box::pin(async move {
            let password = self.asked.password.clone().ok_or_else(|| ApiError::new(Code::LinkPassword))?;
            if password.len() > LONGEST {
                return Err(ApiError::new(Code::InvalidCredentials));
            }
            let (hash, passwords) = (account.password_hash.clone(), &self.customers.passwords);
            let try_it = async { Ok(passwords.verify(self.address.address, password, hash).await?.then_some(())) };
            let judged = self.customers.attempts.judge(&comparable(&account.email), &self.address, try_it).await?;
            judged.ok_or_else(|| ApiError::new(Code::InvalidCredentials))
        })
    }

    fn linked(&self, account: &CustomerAccount, now: Timestamp) -> IdentityUse {
        let customers = &self.customers;
        let told =
            AccountMail::ProviderLinked { provider: customers.provider_name(), forgot_link: customers.forgot_link() };
        let message = customers.mail(&account.email, &told, now);
        IdentityUse::Link { password_hash: account.password_hash.clone(), message }
    }

    /// What both addresses are told where the account follows its provider's.
    fn of_another_email(
        &self,
        account: &CustomerAccount,
        token: &ProviderToken,
        now: Timestamp,
    ) -> Vec<store::NewMessage> {
        let customers = &self.customers;
        let told =
            AccountMail::EmailFollowed { provider: customers.provider_name(), forgot_link: customers.forgot_link() };
        [&account.email, &token.identity.email].map(|to| customers.mail(to, &told, now)).into()
    }
}

impl Customers {
    pub(super) fn provider_name(&self) -> String {
        self.identity.as_ref().map(|client| client.name().to_owned()).unwrap_or_default()
    }

    async fn use_identity(
        &self,
        presented: &PresentedToken,
        customer: CustomerId,
        purpose: IdentityUse,
        session: Option<NewCustomerSession>,
        keyed: Option<Keyed>,
    ) -> Result<(), ApiError> {
        let (token, identity) = (presented.sha256, presented.token.identity.clone());
        let (run, now) = (keyed.map(|keyed| keyed.run), self.deps.clock.now());
        let used = UseIdentity { customer, identity, token, purpose, session, run, now };
        self.deps.store.customers().use_identity(used).await.map_err(|error| match error {
            UseIdentityError::Spent => ApiError::new(Code::InvalidCredentials),
            UseIdentityError::Taken => ApiError::new(Code::ProviderTaken),
            UseIdentityError::KeyLost => ApiError::new(Code::InProgress),
            UseIdentityError::Store(error) => error.into(),
        })
    }
}
