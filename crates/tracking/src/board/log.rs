//! Texts by key, each with the version in which it came to say what it says: from any version a connection
//! can be led on to the present one.

use std::{
    borrow::Borrow,
    collections::{BTreeMap, HashMap},
    hash::Hash,
    ops::Range,
};

use live::Version;

/// The texts, and what has changed since which version.
#[derive(Debug)]
pub(crate) struct ChangeLog<K> {
    said: HashMap<K, LoggedText>,
    /// In which version each key last changed, those that have left too.
    changed: BTreeMap<Version, K>,
    /// From which version to which keys were there that have left, each time.
    left: HashMap<K, Vec<Range<Version>>>,
    version: Version,
}

#[derive(Debug)]
struct LoggedText {
    text: String,
    /// In which version it came.
    came: Version,
    version: Version,
}

/// One thing that has changed: a key's text, or that the key has left.
pub(crate) struct Change<'a, K> {
    pub(crate) version: Version,
    pub(crate) key: &'a K,
    pub(crate) text: Option<&'a str>,
}

impl<K> Default for ChangeLog<K> {
    fn default() -> Self {
        Self { said: HashMap::new(), changed: BTreeMap::new(), left: HashMap::new(), version: 0 }
    }
}

impl<K: Eq + Hash + Clone> ChangeLog<K> {
    /// The present version.
    pub(crate) fn version(&self) -> Version {
        self.version
    }

    /// From here on a key says this.
    pub(crate) fn say(&mut self, key: &K, text: String) {
        if self.said.get(key).is_some_and(|said| said.text == text) {
            return;
        }
        let version = self.change(key);
        let came = self.said.get(key).map_or(version, |said| said.came);
        self.said.insert(key.clone(), LoggedText { text, came, version });
    }

    /// Takes a key away.
    pub(crate) fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q)
    where
        K: Borrow<Q>,
    {
        let Some((key, came)) = self.said.get_key_value(key).map(|(key, said)| (key.clone(), said.came)) else {
            return;
        };
        let version = self.change(&key);
        self.said.remove(key.borrow());
        self.left.entry(key).or_default().push(came..version);
    }

    /// What leads from a version to the present one, the oldest change first; from 0, the whole.
    pub(crate) fn changes(&self, from: Version) -> impl Iterator<Item = Change<'_, K>> {
        self.changed.range(from + 1..).filter_map(move |(version, key)| {
            let text = self.said.get(key).map(|said| said.text.as_str());
            // Only who was told of a key while it was there is told that it left.
            let was_there = || self.left.get(key).is_some_and(|times| times.iter().any(|time| time.contains(&from)));
            let matters = text.is_some() || was_there();
            matters.then_some(Change { version: *version, key, text })
        })
    }

    /// Forgets what left up to a version that all connections have been told.
    pub(crate) fn forget_left(&mut self, told: Version) {
        let Self { left, changed, said, .. } = self;
        left.retain(|key, times| {
            let last = times.last().map(|time| time.end).filter(|last| *last <= told);
            if let Some(last) = last.filter(|_| !said.contains_key(key)) {
                changed.remove(&last);
            }
            times.retain(|time| time.end > told);
            !times.is_empty()
        });
    }

    /// Gives a key the next version.
    fn change(&mut self, key: &K) -> Version {
        let left = || self.left.get(key).and_then(|times| times.last()).map(|time| time.end);
        if let Some(before) = self.said.get(key).map(|said| said.version).or_else(left) {
            self.changed.remove(&before);
        }
        self.version += 1;
        self.changed.insert(self.version, key.clone());
        self.version
    }
}
