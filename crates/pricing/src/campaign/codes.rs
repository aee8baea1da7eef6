//! The campaigns that take part: those that codes bring, and those that come by themselves.

use chain::{Campaign, Chain, PromotionCode};
use domain::error::Code;

use crate::{message::PriceMessage, person::CodeLookUp};

/// A campaign that takes part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub(crate) campaign: &'a Campaign,
    /// The place of the code that brought it among those that were sent, and the code; none: it comes by itself.
    pub(crate) code: Option<(usize, &'a PromotionCode)>,
}

/// A code that brings nothing.
#[derive(Debug)]
pub(crate) struct WrongCode<'a> {
    /// Its place among those that were sent.
    pub(crate) place: usize,
    pub(crate) message: PriceMessage,
    /// The campaign that it is of, where it is known and used up.
    pub(crate) campaign: Option<&'a Campaign>,
}

/// The campaigns that take part, in the order in which they apply: by the codes, then automatic ones in the order of the
/// file; and what is wrong with codes that bring none, by their places.
pub(crate) fn candidates<'a>(
    chain: &'a Chain,
    codes: &'a [PromotionCode],
    look_up: &dyn CodeLookUp,
) -> (Vec<Candidate<'a>>, Vec<WrongCode<'a>>) {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for (place, code) in codes.iter().enumerate() {
        match campaign_of(chain, code, look_up) {
            Ok(campaign) => all.push(Candidate { campaign, code: Some((place, code)) }),
            Err((message, campaign)) => {
                let message = PriceMessage::new(message).with("promotionCode", code.as_str());
                wrong.push(WrongCode { place, message, campaign });
            }
        }
    }
    all.extend(chain.automatic_campaigns().map(|campaign| Candidate { campaign, code: None }));
    (all, wrong)
}

/// What is wrong with a code whatever the cart is; none where it brings a campaign.
#[must_use]
pub fn fault_of_code(chain: &Chain, code: &PromotionCode, look_up: &dyn CodeLookUp) -> Option<Code> {
    campaign_of(chain, code, look_up).err().map(|(fault, _)| fault)
}

/// The campaign that a code brings.
pub(crate) fn campaign_of<'a>(
    chain: &'a Chain,
    code: &PromotionCode,
    look_up: &dyn CodeLookUp,
) -> Result<&'a Campaign, (Code, Option<&'a Campaign>)> {
    if look_up.is_blocked(code) {
        return Err((Code::TooManyAttempts, None));
    }
    if let Some((campaign, terms)) = chain.code(code) {
        let uses = if terms.is_personal || terms.limit.is_some() { look_up.uses(code) } else { 0 };
        if terms.is_personal && uses > 0 {
            return Err((Code::PersonalCodeInvalid, None));
        }
        if terms.limit.is_some_and(|limit| uses >= limit) {
            return Err((Code::LimitReached, Some(campaign)));
        }
        return Ok(campaign);
    }
    if !code.is_personal_form() {
        return Err((Code::CodeNotFound, None));
    }
    let benefit = look_up.benefit_type(code).ok_or((Code::PersonalCodeInvalid, None))?;
    let brought = chain.campaigns().iter().find(|campaign| campaign.benefit_type.as_deref() == Some(benefit));
    brought.ok_or((Code::CampaignGeneric, None))
}
