//! From where a browser may call: the host's own pages, and those that the configuration names.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use crate::address::{Caller, origin_of};

/// Refused origins that are remembered, so that each is logged once.
const REMEMBERED: usize = 100;

/// The origins that are allowed besides the host's own.
#[derive(Debug, Clone, Default)]
pub struct AllowedOrigins(Arc<Inner>);

#[derive(Debug, Default)]
struct Inner {
    allowed: Vec<String>,
    refused: Mutex<HashSet<String>>,
}

impl AllowedOrigins {
    /// These origins, or those of these addresses. What is neither, `null` above all, allows nothing.
    #[must_use]
    pub fn new(allowed: impl IntoIterator<Item = String>) -> Self {
        let allowed = allowed.into_iter().filter_map(|address| origin_of(&address)).collect();
        Self(Arc::new(Inner { allowed, refused: Mutex::default() }))
    }

    /// Whether a page of this origin may call; one that may not is logged, once.
    #[must_use]
    pub fn allows(&self, origin: &str, caller: &Caller) -> bool {
        let known = origin_of(origin).filter(|known| known.eq_ignore_ascii_case(origin));
        let own = origin_of(&caller.own_origin());
        if known.is_some_and(|known| Some(&known) == own.as_ref() || self.0.allowed.contains(&known)) {
            return true;
        }
        let origin = origin.to_ascii_lowercase();
        let mut refused = self.0.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < REMEMBERED && refused.insert(origin.clone()) {
            tracing::warn!(origin, "a page of another origin was refused; OVELLE_ALLOWED_ORIGINS would allow it");
        }
        false
    }
}
