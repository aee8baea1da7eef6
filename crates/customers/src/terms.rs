//! The texts that customers agree to: which version counts, and who agreed to it (docs/spec/people.md, "Terms").

use domain::customer::{TermsMoved, TermsVersion, TermsVersions};
use serde::Serialize;
use server::ApiError;
use store::{CustomerAccount, Store, StoreError, TermsInForce};
use utoipa::ToSchema;

/// How somebody stands to a text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TextState {
    pub(crate) version: String,
    pub(crate) accepted: Option<String>,
    pub(crate) must_accept: bool,
    pub(crate) is_accepted: bool,
}

/// How somebody stands to both texts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TermsState {
    pub(crate) shop: TextState,
    pub(crate) loyalty: TextState,
}

impl TermsState {
    /// Of somebody who is asked for nothing.
    pub(crate) fn all_accepted(mut self) -> Self {
        for text in [&mut self.shop, &mut self.loyalty] {
            text.accepted = Some(text.version.clone());
            text.is_accepted = true;
        }
        self
    }
}

/// A text on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TermsTextPayload {
    /// The newest.
    version: String,
    /// The one that they accepted last.
    #[schema(required)]
    accepted_version: Option<String>,
    /// Whether who accepted an older one is asked again.
    must_accept: bool,
}

/// Both texts on the wire.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub(crate) struct TermsPayload {
    shop: TermsTextPayload,
    loyalty: TermsTextPayload,
}

impl From<&TextState> for TermsTextPayload {
    fn from(state: &TextState) -> Self {
        Self {
            version: state.version.clone(),
            accepted_version: state.accepted.clone(),
            must_accept: state.must_accept,
        }
    }
}

impl From<&TermsState> for TermsPayload {
    fn from(state: &TermsState) -> Self {
        Self { shop: TermsTextPayload::from(&state.shop), loyalty: TermsTextPayload::from(&state.loyalty) }
    }
}

/// The versions that the database knows.
#[derive(Debug, Clone)]
pub(crate) struct KnownTerms(Vec<TermsInForce>);

impl KnownTerms {
    /// All of them, now.
    pub(crate) async fn read(store: &Store) -> Result<Self, StoreError> {
        store.terms().all().await.map(Self)
    }

    fn of(&self, text: &str) -> TermsVersions {
        let of_text = self.0.iter().filter(|one| one.text == text);
        let versions = of_text.map(|one| TermsVersion { version: one.version.clone(), must_accept: one.must_accept });
        TermsVersions::new(versions.collect())
    }

    fn state(&self, text: &str, accepted: Option<&str>) -> TextState {
        let versions = self.of(text);
        let newest = versions.newest();
        TextState {
            is_accepted: versions.are_accepted(accepted),
            version: newest.map(|newest| newest.version.clone()).unwrap_or_default(),
            must_accept: newest.is_some_and(|newest| newest.must_accept),
            accepted: accepted.map(str::to_owned),
        }
    }

    /// How a customer stands to them.
    pub(crate) fn of_customer(&self, customer: &CustomerAccount) -> TermsState {
        TermsState {
            shop: self.state(SHOP, customer.terms_version.as_deref()),
            loyalty: self.state(LOYALTY, customer.loyalty_terms_version.as_deref()),
        }
    }

    /// How somebody stands to them who accepted nothing.
    pub(crate) fn of_nobody(&self) -> TermsState {
        TermsState { shop: self.state(SHOP, None), loyalty: self.state(LOYALTY, None) }
    }

    /// The version that somebody accepts who names this one, or none.
    ///
    /// # Errors
    /// 409 where it is not the newest any more.
    pub(crate) fn accepted(&self, text: &str, named: Option<&str>) -> Result<String, ApiError> {
        let versions = self.of(text);
        let accepted = versions.accepting(named);
        accepted.map(|one| one.version.clone()).map_err(|_moved| ApiError::new(TermsMoved::CODE))
    }
}

/// The shop's own text.
pub(crate) const SHOP: &str = "shop";
/// The loyalty programme's.
pub(crate) const LOYALTY: &str = "loyalty";
