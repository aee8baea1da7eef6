//! Where the texts come from: a folder, or the binary itself.

use std::{fs, io, path::Path, sync::LazyLock};

use sha2::{Digest, Sha256};

use crate::{
    chain::{Chain, short_hash},
    fault::Faults,
    json::{Findings, Mark},
};

use super::{Texts, read};

/// The files of a chain, in the order in which their faults are listed.
pub const FILES: [&str; 14] = [
    RESTAURANTS,
    "areas.json",
    "menu.json",
    "campaigns.json",
    "codes.json",
    "stock.json",
    "payment.json",
    "highlights.json",
    "settings.json",
    LOYALTY,
    WHEEL,
    BENEFITS,
    "people/survey.json",
    EXPERIMENTS,
];

/// The one file that must be there.
const RESTAURANTS: &str = "restaurants.json";
/// What is tried with people, and the files of the loyalty programme; an absent one is the built-in chain's.
pub(super) const EXPERIMENTS: &str = "people/experiments.json";
pub(super) const LOYALTY: &str = "people/loyalty.json";
pub(super) const WHEEL: &str = "people/wheel.json";
pub(super) const BENEFITS: &str = "people/benefits.json";

/// The files that the binary carries.
const BUILT_IN: [(&str, &str); 13] = [
    (RESTAURANTS, include_str!("../../../../content/restaurants.json")),
    ("areas.json", include_str!("../../../../content/areas.json")),
    ("menu.json", include_str!("../../../../content/menu.json")),
    ("campaigns.json", include_str!("../../../../content/campaigns.json")),
    ("codes.json", include_str!("../../../../content/codes.json")),
    ("stock.json", include_str!("../../../../content/stock.json")),
    ("payment.json", include_str!("../../../../content/payment.json")),
    ("highlights.json", include_str!("../../../../content/highlights.json")),
    ("settings.json", include_str!("../../../../content/settings.json")),
    (LOYALTY, include_str!("../../../../content/people/loyalty.json")),
    (WHEEL, include_str!("../../../../content/people/wheel.json")),
    (BENEFITS, include_str!("../../../../content/people/benefits.json")),
    (EXPERIMENTS, include_str!("../../../../content/people/experiments.json")),
];

/// The text of a file of the built-in chain; nothing of what is none of its files.
pub(super) fn built_in(name: &str) -> &'static str {
    BUILT_IN.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

impl Chain {
    /// The chain that the binary carries; it is read once.
    ///
    /// # Panics
    /// Never: a test reads the same files.
    #[must_use]
    pub fn built_in() -> Self {
        static CHAIN: LazyLock<Chain> =
            LazyLock::new(|| Chain::of_texts(&BUILT_IN).expect("the built-in chain is tested"));
        CHAIN.clone()
    }

    /// Reads the files of a folder; other files than [`FILES`] are not looked at.
    ///
    /// # Errors
    /// [`Faults`]: all that is wrong in any of them.
    pub fn read(folder: &Path) -> Result<Self, Faults> {
        let files = FILES.iter().filter_map(|name| match fs::read(folder.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            read => Some((*name, read)),
        });
        Self::of_files(files.collect())
    }

    /// Reads files by their names and texts, as tests and fuzzing have them.
    ///
    /// # Errors
    /// [`Faults`]: all that is wrong in any of them.
    pub fn of_texts(texts: &[(&'static str, &str)]) -> Result<Self, Faults> {
        Self::of_files(texts.iter().map(|(name, text)| (*name, Ok(text.as_bytes().to_vec()))).collect())
    }

    /// Reads files by their names and bytes.
    fn of_files(files: Vec<(&'static str, io::Result<Vec<u8>>)>) -> Result<Self, Faults> {
        let findings = Findings::default();
        let whole = |file, line, problem: String| {
            findings.add(Mark { file, line, path: String::new() }.fault(problem));
        };
        if !files.iter().any(|(name, _)| *name == RESTAURANTS) {
            whole(RESTAURANTS, 1, "is missing".to_owned());
        }
        let mut hash = Sha256::new();
        let mut read_texts = Vec::new();
        for (name, bytes) in files {
            let bytes = match bytes {
                Ok(bytes) => bytes,
                Err(error) => {
                    whole(name, 1, format!("cannot be read: {error}"));
                    continue;
                }
            };
            hash.update(name);
            hash.update(bytes.len().to_be_bytes());
            hash.update(&bytes);
            match String::from_utf8(bytes) {
                Ok(text) => read_texts.push((name, text)),
                Err(error) => {
                    let sound = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                    let line = sound.iter().filter(|byte| **byte == b'\n').count() + 1;
                    whole(name, line, "is not UTF-8".to_owned());
                }
            }
        }
        let texts: Texts<'_> = read_texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
        read(&texts, short_hash(&hash.finalize()), findings)
    }
}
