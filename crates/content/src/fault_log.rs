//! What is left out of stories, in the log: each host that is not allowed once.

use std::{
    collections::HashSet,
    sync::{Mutex, PoisonError},
};

use crate::fault::StoryFault;

/// So many hosts are known as logged; of others every fault is.
const MOST: usize = 1000;

/// Says in the log what is left out.
#[derive(Debug, Default)]
pub(crate) struct FaultLog(Mutex<HashSet<String>>);

impl FaultLog {
    /// Says it.
    pub(crate) fn say(&self, left_out: &[StoryFault]) {
        for fault in left_out {
            if fault.host.as_ref().is_none_or(|host| self.is_new(host)) {
                tracing::warn!("{fault}");
            }
        }
    }

    /// Whether a host was not named before.
    fn is_new(&self, host: &str) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() < MOST { known.insert(host.to_owned()) } else { !known.contains(host) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_host_is_named_once() {
        let log = FaultLog::default();
        assert!(log.is_new("a.example") && log.is_new("b.example"));
        assert!(!log.is_new("a.example"));
        let others: Vec<_> = (0..2 * MOST).map(|n| format!("{n}.example")).collect();
        others.iter().for_each(|host| assert!(log.is_new(host), "{host}"));
        assert!(!log.is_new("a.example"));
        assert_eq!(log.0.lock().unwrap().len(), MOST);
    }
}
