//! Campaigns: which take part, whether they hold, and what they take off.

mod amount;
mod codes;
mod combo;
mod conditions;
mod cross_sell;
mod ledger;
mod units;

pub use codes::fault_of_code;

pub(crate) use amount::take_amounts;
pub(crate) use codes::{Candidate, WrongCode, campaign_of, candidates};
pub(crate) use combo::take_combos;
pub use conditions::refusal_at;
pub(crate) use conditions::{Circumstances, FailedCondition, failures};
pub(crate) use cross_sell::list_cross_sells;
pub(crate) use ledger::CampaignLedger;
pub(crate) use units::{is_over_topping_offer, lacks_all_of, take_line_campaigns};
