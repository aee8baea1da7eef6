//! A kitchen has one pair of hands; who comes later waits.

use crate::plan::Seconds;

/// When the wait grows longer than this, somebody is called in to help.
const LONGEST_WAIT: Seconds = 3 * 60;

/// The queue of one kitchen.
#[derive(Debug, Clone)]
pub(crate) struct Kitchen {
    free_at: Seconds,
}

impl Default for Kitchen {
    /// Nothing to do since ever.
    fn default() -> Self {
        Self { free_at: Seconds::MIN }
    }
}

impl Kitchen {
    /// Takes an order that is ready to be made at `ready` and takes `making`; answers when making begins.
    pub(crate) fn take(&mut self, ready: Seconds, making: Seconds) -> Seconds {
        let start = self.free_at.clamp(ready, ready + LONGEST_WAIT);
        self.free_at = self.free_at.max(start + making);
        start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_wait_for_each_other_but_not_for_ever() {
        let mut kitchen = Kitchen::default();
        assert_eq!(kitchen.take(-500, 100), -500);
        assert_eq!(kitchen.take(100, 300), 100);
        assert_eq!(kitchen.take(250, 300), 400);
        assert_eq!(kitchen.take(300, 300), 300 + LONGEST_WAIT);
        assert_eq!(kitchen.take(5_000, 300), 5_000);
    }
}
