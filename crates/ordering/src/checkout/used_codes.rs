//! What is known of the codes that somebody brings, and what an order uses of them.

use std::collections::HashMap;

use chain::{Chain, PromotionCode};
use pricing::{CodeLookUp, Priced};
use store::{LimitedCode, StoreError};

use crate::{ordering::OrderingParts, shopper::Shopper};

/// How often the codes of a cart were used, and which of them are benefits that its shopper may use.
#[derive(Debug, Clone, Default)]
pub struct KnownCodes {
    uses: HashMap<String, u32>,
    benefits: HashMap<String, String>,
}

impl OrderingParts {
    /// Finds out about codes; a cart without a limited one reads nothing.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn known_codes(
        &self,
        chain: &Chain,
        shopper: Shopper,
        codes: &[PromotionCode],
    ) -> Result<KnownCodes, StoreError> {
        let personal = codes.iter().filter(|code| chain.code(code).is_none() && code.is_personal_form());
        let personal: Vec<_> = personal.map(PromotionCode::as_str).collect();
        let benefits = match &*personal {
            [] => HashMap::new(),
            codes => self.benefits.usable(shopper.benefit_user(), codes).await?,
        };
        let is_known = |code: &PromotionCode| chain.code(code).is_some() || benefits.contains_key(code.as_str());
        let counted = codes.iter().filter(|code| is_known(code)).filter_map(|code| limited(chain, code));
        let counted: Vec<_> = counted.map(|limited| limited.code).collect();
        let uses =
            if counted.is_empty() { HashMap::new() } else { self.deps.store.checkouts().code_uses(&counted).await? };
        Ok(KnownCodes { uses, benefits })
    }
}

impl CodeLookUp for KnownCodes {
    fn uses(&self, code: &PromotionCode) -> u32 {
        self.uses.get(code.as_str()).copied().unwrap_or(0)
    }

    fn benefit_type(&self, code: &PromotionCode) -> Option<&str> {
        self.benefits.get(code.as_str()).filter(|_| self.uses(code) == 0).map(String::as_str)
    }
}

/// How often a code may be used in all; none: as often as people like. One that brings something and is in no file is
/// somebody's benefit.
fn limited(chain: &Chain, code: &PromotionCode) -> Option<LimitedCode> {
    let (limit, is_benefit) = match chain.code(code) {
        Some((_, terms)) if terms.is_personal => (Some(terms.limit.unwrap_or(1).min(1)), false),
        Some((_, terms)) => (terms.limit, false),
        None => (Some(1), true),
    };
    Some(LimitedCode { code: code.as_str().to_owned(), limit: limit?, is_benefit, held_until: None })
}

/// Whether a code is one person's, to be used once.
#[must_use]
pub(crate) fn is_personal(chain: &Chain, code: &str) -> bool {
    let code = PromotionCode::read(code);
    code.is_ok_and(|code| chain.code(&code).is_none_or(|(_, terms)| terms.is_personal))
}

/// The limited codes that an order uses: those whose campaign took effect.
#[must_use]
pub(crate) fn used(chain: &Chain, priced: &Priced<'_>) -> Vec<LimitedCode> {
    let applied = priced.campaigns.iter().filter_map(|applied| applied.code.as_ref());
    let prepaid = priced.split_payments.iter().filter_map(|split| split.code.as_ref());
    let mut used: Vec<LimitedCode> = applied.chain(prepaid).filter_map(|code| limited(chain, code)).collect();
    used.sort_unstable();
    used.dedup();
    used
}
