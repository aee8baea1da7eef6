//! Which version of its terms somebody has accepted, and whether that still holds (docs/spec/people.md, "Terms"). The
//! shop's terms and the loyalty programme's each have versions of their own.

use crate::error::Code;

/// A version of terms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermsVersion {
    pub version: String,
    /// Whether it asks: who accepted an earlier one has to accept this one too.
    pub must_accept: bool,
}

/// The versions that the database knows, the newest last.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TermsVersions(Vec<TermsVersion>);

/// Somebody accepts another version than the one that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the terms have changed")]
pub struct TermsMoved;

impl TermsMoved {
    /// Its message code.
    pub const CODE: Code = Code::TermsMoved;
}

impl TermsVersions {
    /// Of versions, the newest last.
    #[must_use]
    pub fn new(versions: Vec<TermsVersion>) -> Self {
        Self(versions)
    }

    /// The version that holds; none where there are no terms.
    #[must_use]
    pub fn newest(&self) -> Option<&TermsVersion> {
        self.0.last()
    }

    /// The version that somebody accepts who names this one; who names none means the newest that does not ask.
    ///
    /// # Errors
    /// [`TermsMoved`] where that is not the version that holds.
    pub fn accepting(&self, named: Option<&str>) -> Result<&TermsVersion, TermsMoved> {
        let meant = match named {
            Some(named) => self.0.iter().rfind(|version| version.version == named),
            None => self.0.iter().rfind(|version| !version.must_accept),
        };
        let newest = self.newest();
        meant.filter(|meant| newest == Some(*meant)).ok_or(TermsMoved)
    }

    /// Whether terms that were accepted in this version still are: no later version asks. What was accepted in none is not;
    /// a version that nobody knows any more is earlier than all.
    #[must_use]
    pub fn are_accepted(&self, accepted: Option<&str>) -> bool {
        let Some(accepted) = accepted else { return false };
        let place = self.0.iter().rposition(|version| version.version == accepted);
        self.0[place.map_or(0, |place| place + 1)..].iter().all(|later| !later.must_accept)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Versions by their names; those with an exclamation mark ask.
    fn versions(names: &[&str]) -> TermsVersions {
        let version = |name: &&str| TermsVersion {
            version: name.trim_end_matches('!').to_owned(),
            must_accept: name.ends_with('!'),
        };
        TermsVersions::new(names.iter().map(version).collect())
    }

    #[test]
    fn the_newest_version_is_accepted_alone() {
        let accepting = |names: &[&str], named| versions(names).accepting(named).map(|version| version.version.clone());
        let is = |name: &str| Ok(name.to_owned());
        assert_eq!(accepting(&["1", "2"], Some("2")), is("2"));
        assert_eq!(accepting(&["1", "2!"], Some("2")), is("2"));
        for named in ["1", "3", ""] {
            assert_eq!(accepting(&["1", "2"], Some(named)), Err(TermsMoved), "{named}");
        }
        assert_eq!(accepting(&[], Some("1")), Err(TermsMoved));
        assert_eq!(TermsMoved::CODE.as_str(), "users/terms-moved");
    }

    #[test]
    fn who_names_none_means_the_newest_that_does_not_ask() {
        let accepting = |names: &[&str]| versions(names).accepting(None).map(|version| version.version.clone());
        assert_eq!(accepting(&["1", "2"]), Ok("2".to_owned()));
        assert_eq!(accepting(&["1", "2!", "3"]), Ok("3".to_owned()));
        assert_eq!(accepting(&["1", "2!"]), Err(TermsMoved), "it asks to be read first");
        assert_eq!(accepting(&["1!"]), Err(TermsMoved));
        assert_eq!(accepting(&[]), Err(TermsMoved));
    }

    #[test]
    fn a_version_that_asks_ends_what_was_accepted_before() {
        let are = |names: &[&str], accepted| versions(names).are_accepted(accepted);
        assert!(are(&["1"], Some("1")) && are(&["1", "2", "3"], Some("1")) && are(&["1", "2!"], Some("2")));
        assert!(are(&["1!", "2"], Some("1")), "it asked, and was accepted");
        assert!(!are(&["1", "2!"], Some("1")) && !are(&["1", "2!", "3"], Some("1")));
        assert!(!are(&["1"], None) && !are(&[], None));
        assert!(are(&["2", "3"], Some("1")) && !are(&["2", "3!"], Some("1")), "what is forgotten was before");
        assert!(are(&[], Some("1")));
    }

    proptest! {
        #[test]
        fn what_is_accepted_now_stands_until_a_version_asks(asking in prop::collection::vec(any::<bool>(), 1..8), later in prop::collection::vec(any::<bool>(), 0..8)) {
            let version = |(at, must_accept): (usize, &bool)| TermsVersion { version: at.to_string(), must_accept: *must_accept };
            let now = TermsVersions::new(asking.iter().enumerate().map(version).collect());
            let then = TermsVersions::new(asking.iter().chain(&later).enumerate().map(version).collect());
            let newest = now.newest().unwrap().version.clone();
            prop_assert!(now.accepting(Some(&newest)).is_ok() && now.are_accepted(Some(&newest)));
            prop_assert_eq!(then.are_accepted(Some(&newest)), !later.contains(&true));
            prop_assert_eq!(now.accepting(None).is_ok(), asking.last() == Some(&false));
        }
    }
}
