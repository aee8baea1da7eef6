//! What the staff's routes work on.

use std::sync::Arc;

use axum::extract::FromRef;
use bus::PresenceReader;
use deps::Deps;
use server::{
    origin::AllowedOrigins, password::Passwords, second_factor::SecondFactor, session::SessionCookie,
    sign_in_attempts::SignInAttempts,
};

/// What the routes work on.
#[derive(Clone)]
pub struct StaffState {
    /// Store, clock, chance, secrets, callers.
    pub deps: Deps,
    /// Who is viewing which order.
    pub presence: Arc<dyn PresenceReader>,
    /// Hashes of passwords.
    pub passwords: Passwords,
    /// Tries to sign in.
    pub attempts: SignInAttempts,
    /// The second factor of the staff.
    pub second_factor: SecondFactor,
    pub cookie: SessionCookie,
    /// From where browsers may call.
    pub origins: AllowedOrigins,
    /// What absolute links begin with, without a slash at the end.
    pub public_url: Arc<str>,
}

impl FromRef<StaffState> for SessionCookie {
    fn from_ref(staff: &StaffState) -> Self {
        staff.cookie
    }
}

impl FromRef<StaffState> for AllowedOrigins {
    fn from_ref(staff: &StaffState) -> Self {
        staff.origins.clone()
    }
}
