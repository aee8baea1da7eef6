//! The best price of a cart, among what its caller holds (docs/spec/ordering.md, "The best lawful price").

use chain::PromotionCode;
use jiff::SignedDuration;
use pricing::{BestPrice, CodeLookUp, OwnCode};
use server::{ApiError, document::digest, rate_limits::NamedLimit};
use store::StoreError;

use crate::{
    cart::{CartContext, ReadCart},
    checkout::KnownCodes,
    code_attempts::CodeCaller,
    ordering::OrderingParts,
    shopper::Shopper,
};

/// Searches of a caller.
const OF_CALLER: NamedLimit =
    NamedLimit { name: "best prices of a caller", most: 10, window: SignedDuration::from_mins(1) };
/// Benefits of somebody that are looked at, the soonest to expire.
const MOST_HELD: u32 = 100;

/// What is known of the codes of a search. After too many wrong ones none is: no cart would take it.
#[derive(Debug)]
struct SearchedCodes {
    known: KnownCodes,
    are_blocked: bool,
}

impl CodeLookUp for SearchedCodes {
    fn is_blocked(&self, _: &PromotionCode) -> bool {
        self.are_blocked
    }

    fn uses(&self, code: &PromotionCode) -> u32 {
        self.known.uses(code)
    }

    fn benefit_type(&self, code: &PromotionCode) -> Option<&str> {
        self.known.benefit_type(code)
    }
}

impl OrderingParts {
    /// Finds what a cart costs least with. Nothing is taken; the codes that came with it are looked up and counted as those
    /// of any cart.
    ///
    /// # Errors
    /// 422 where there is no such restaurant, 429 where there were or are too many searches, and where the database does
    /// not answer.
    pub async fn best_price(
        &self,
        shopper: Shopper,
        caller: &CodeCaller,
        read: ReadCart,
    ) -> Result<BestPrice, ApiError> {
        let view = self.view();
        CartContext::of(&view, &read).map(drop)?;
        let place = self.price_searches.enter(caller.digest())?;
        self.rate_limits.count(OF_CALLER, &digest(&caller.digest())).await?;
        let own = self.own_codes(shopper).await?;
        let (chain, sent) = (view.chain(), &read.cart.promotion_codes);
        let all: Vec<PromotionCode> = sent.iter().chain(own.iter().map(|one| &one.code)).cloned().collect();
        let known = self.known_codes(chain, shopper, &all).await?;
        let has_blocked = self.code_attempts.look_up(caller, sent, chain, &known).await?.has_blocked();
        let are_blocked = has_blocked || self.code_attempts.is_over(caller).await?;
        let codes = SearchedCodes { known, are_blocked };
        let found = place.search(move |goes_on| {
            let context = CartContext::of(&view, &read)?;
            Ok::<_, ApiError>(context.best_price(&read.cart, context.person(shopper), &codes, &own, goes_on))
        });
        found.await?
    }

    /// The codes of the benefits that somebody owns. The call centre has none of its own: callers read theirs out.
    async fn own_codes(&self, shopper: Shopper) -> Result<Vec<OwnCode>, StoreError> {
        let Some(owner) = shopper.owner() else { return Ok(Vec::new()) };
        let held = self.benefits.held_by(owner.account, MOST_HELD).await?;
        let own = held.iter().filter_map(|one| {
            let code = PromotionCode::read(&one.code).ok()?;
            Some(OwnCode { code, valid_until: one.valid_until })
        });
        Ok(own.collect())
    }
}
