//! What orders have used of the codes that somebody brings, and what this order uses.

use std::collections::HashMap;

use chain::{Chain, PromotionCode};
use pricing::{CodeLookUp, Priced};
use store::{LimitedCode, Store, StoreError};

/// How often the codes of a cart were used.
#[derive(Debug, Clone, Default)]
pub struct KnownCodes(HashMap<String, u32>);

impl KnownCodes {
    /// Reads them; a cart without a limited code reads nothing.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn read(store: &Store, chain: &Chain, codes: &[PromotionCode]) -> Result<Self, StoreError> {
        let limited = codes.iter().filter(|code| limit_of(chain, code).is_some());
        let limited: Vec<String> = limited.map(|code| code.as_str().to_owned()).collect();
        if limited.is_empty() { Ok(Self::default()) } else { Ok(Self(store.code_uses(&limited).await?)) }
    }
}

impl CodeLookUp for KnownCodes {
    fn uses(&self, code: &PromotionCode) -> u32 {
        self.0.get(code.as_str()).copied().unwrap_or(0)
    }

    fn benefit_type(&self, _: &PromotionCode) -> Option<&str> {
        None
    }
}

/// How often a code may be used in all; none: as often as people like.
fn limit_of(chain: &Chain, code: &PromotionCode) -> Option<u32> {
    let (_, terms) = chain.code(code)?;
    if terms.is_personal { Some(terms.limit.unwrap_or(1).min(1)) } else { terms.limit }
}

/// The limited codes that an order uses: those whose campaign took effect.
#[must_use]
pub(crate) fn used(chain: &Chain, priced: &Priced<'_>) -> Vec<LimitedCode> {
    let applied = priced.campaigns.iter().filter_map(|applied| applied.code.as_ref());
    let prepaid = priced.split_payments.iter().filter_map(|split| split.code.as_ref());
    let mut used: Vec<LimitedCode> = Vec::new();
    for code in applied.chain(prepaid) {
        let Some(limit) = limit_of(chain, code) else { continue };
        if used.iter().all(|known| known.code != code.as_str()) {
            used.push(LimitedCode { code: code.as_str().to_owned(), limit });
        }
    }
    used
}
