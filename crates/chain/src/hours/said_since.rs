//! Since when what is said of a restaurant is said.

use jiff::{SignedDuration, Timestamp};

use crate::hours::{Question, summary::TICK};

/// Moments are looked at by steps that stay within two days of the calendar, also where the clock is put forward.
const STEP: SignedDuration = SignedDuration::from_hours(22);
/// As many steps as a week has, and one: hours without any change in a week have none at all.
const STEPS: usize = 9;

impl Question<'_> {
    /// The newest moment, after another and not after now, at which something else came to be said by the hours alone; none
    /// where nothing did, or not within a week.
    #[must_use]
    pub fn said_since(&self, after: Timestamp) -> Option<Timestamp> {
        let mut until = self.now;
        for _ in 0..STEPS {
            let from = until.checked_sub(STEP).ok()?;
            let mut boundaries = self.at(from).boundaries();
            boundaries.retain(|at| from < *at && *at <= until && after < *at);
            boundaries.sort_unstable_by(|one, other| other.cmp(one));
            boundaries.dedup();
            if let Some(at) = boundaries.into_iter().find(|at| self.changes_at(*at)) {
                return Some(at);
            }
            if from <= after {
                return None;
            }
            until = from;
        }
        None
    }

    /// Whether something else is said at a moment, or just after it, than just before.
    fn changes_at(&self, at: Timestamp) -> bool {
        let just_after = at.saturating_add(TICK).unwrap_or(at).min(self.now);
        at.checked_sub(TICK).is_ok_and(|just_before| self.at(just_before).summary() != self.at(just_after).summary())
    }
}
