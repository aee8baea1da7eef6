//! All that is said of a restaurant at a moment, and when that changes.

use domain::{hours::HoursKind, order::OrderType};
use jiff::{SignedDuration, Timestamp, ToSpan, civil::time};

use crate::{
    hours::{
        AvailabilityStatus, Hours, Question, SelectorStatus,
        availability::{CLOSING_SOON, ENDING, TEXT_CLOSING_SOON},
        intervals,
        intervals::zone,
        opening_hours_text,
        preorder::{SHORT_LEAD, SHORT_UNTIL, USUAL_LEAD},
    },
    shop::Shop,
};

/// What is said of a restaurant (docs/spec/ordering.md, "Availability status").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AvailabilitySummary {
    pub selector: SelectorStatus,
    pub selector_text: String,
    pub status: AvailabilityStatus,
    pub opening_hours_text: String,
    /// Minutes that an order takes.
    pub estimate_minutes: u32,
}

/// At the latest after so many seconds of the clock somebody asks again.
const ASK_AGAIN: i64 = 5 * 60;
/// No clock of ours is finer.
pub(super) const TICK: SignedDuration = SignedDuration::from_micros(1);

impl Question<'_> {
    /// What is said of the restaurant.
    #[must_use]
    pub fn summary(&self) -> AvailabilitySummary {
        let selector = self.selector_status();
        AvailabilitySummary {
            selector,
            selector_text: self.text_of(selector),
            status: self.availability_of(selector),
            opening_hours_text: opening_hours_text(self.shop, self.now),
            estimate_minutes: self.estimate_minutes(),
        }
    }

    /// The next moment at which something else is said, or the clock's next full five minutes, whichever is sooner. What
    /// changes just after a moment and not at it, changes at that moment.
    #[must_use]
    pub fn next_change_at(&self) -> Timestamp {
        let said = self.summary();
        let changes = |at: Timestamp| self.at(at).summary() != said;
        let tick = |at: Timestamp| at.saturating_add(TICK).unwrap_or(at);
        let ask_again = full_minutes_after(self.now);
        let mut boundaries: Vec<Timestamp> = self.boundaries();
        boundaries.retain(|at| self.now <= *at && *at < ask_again);
        boundaries.sort_unstable();
        for at in boundaries {
            if at > self.now && (changes(at) || changes(tick(at))) {
                return at;
            }
            if at == self.now && changes(tick(at)) {
                return tick(at);
            }
        }
        ask_again
    }

    /// The next moment at which the day, hours, a pause or a delay may end or begin, if there is one: until then the
    /// restaurant can be chosen as it can now.
    #[must_use]
    pub fn next_boundary(&self) -> Option<Timestamp> {
        self.boundaries().into_iter().filter(|at| self.now < *at).min()
    }

    /// The moments around now at which something else can be said.
    pub(super) fn boundaries(&self) -> Vec<Timestamp> {
        let ends = [SignedDuration::ZERO, CLOSING_SOON, TEXT_CLOSING_SOON, ENDING];
        let deciding: [(&Shop, Hours); 4] = [
            (self.kitchen(), Hours::Of(self.order_type)),
            (self.shop, Hours::Of(OrderType::Pickup)),
            (self.delivery_kitchen, Hours::Of(OrderType::Delivery)),
            (self.shop, Hours::Kind(HoursKind::General)),
        ];
        let before = |moment: Timestamp, by: SignedDuration| moment.checked_sub(by).ok();
        let mut all = Vec::new();
        for interval in deciding.iter().flat_map(|(shop, hours)| intervals(shop, *hours, self.now, 1)) {
            all.push(interval.start);
            all.extend(ends.iter().filter_map(|by| before(interval.end, *by)));
        }
        all.extend(self.state.ends());
        all.extend(self.delivery_state.ends());
        let leads = self.pre_order_time.map(|due| [SHORT_LEAD, USUAL_LEAD].map(|lead| before(due, lead)));
        all.extend(leads.into_iter().flatten().flatten());
        all.extend(self.days_turn());
        all
    }

    /// When this day ends, and when the lead of preorders gets longer in it.
    fn days_turn(&self) -> impl Iterator<Item = Timestamp> {
        let today = self.now.to_zoned(zone()).date();
        let afternoon = today.to_datetime(time(SHORT_UNTIL, 0, 0, 0));
        let midnight = today.checked_add(1.day()).map(|tomorrow| tomorrow.to_datetime(time(0, 0, 0, 0)));
        let turns = [Some(afternoon), midnight.ok()].into_iter().flatten();
        turns.filter_map(|civil| zone().to_ambiguous_timestamp(civil).compatible().ok())
    }
}

/// The first moment after another at which the clock shows full five minutes.
fn full_minutes_after(at: Timestamp) -> Timestamp {
    let second = (at.as_second().div_euclid(ASK_AGAIN) + 1) * ASK_AGAIN;
    Timestamp::from_second(second).unwrap_or(at)
}
