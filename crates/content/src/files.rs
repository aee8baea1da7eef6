//! The files below `stories/`, and those that the binary carries.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;

use crate::{
    clean::Hosts,
    fault::StoryFault,
    slug::StorySlug,
    story::{self, StoryVersion},
};

/// The folder of the stories in the content folder.
pub(crate) const FOLDER: &str = "stories";
/// So many stories a chain has at most.
const MOST_FILES: usize = 2000;
/// So many bytes a story has at most.
const LARGEST: u64 = 1024 * 1024;
/// So deep folders lie in each other at most.
const DEEPEST: usize = 8;

/// The stories that the binary carries.
pub(crate) const BUILT_IN: [(&str, &str); 23] = [
    ("homepage", include_str!("../../../content/stories/homepage.json")),
    ("footer", include_str!("../../../content/stories/footer.json")),
    ("address-selection", include_str!("../../../content/stories/address-selection.json")),
    ("kirjaudu", include_str!("../../../content/stories/kirjaudu.json")),
    ("ota-yhteytta", include_str!("../../../content/stories/ota-yhteytta.json")),
    ("menu/menuPage", include_str!("../../../content/stories/menu/menuPage.json")),
    ("product-page/productPage", include_str!("../../../content/stories/product-page/productPage.json")),
    ("loyalty-landing", include_str!("../../../content/stories/loyalty-landing.json")),
    ("kupongit/couponsPage", include_str!("../../../content/stories/kupongit/couponsPage.json")),
    ("ehdot", include_str!("../../../content/stories/ehdot.json")),
    ("ehdot/kayttoehdot", include_str!("../../../content/stories/ehdot/kayttoehdot.json")),
    ("ehdot/kotijoukkojen-kayttoehdot", include_str!("../../../content/stories/ehdot/kotijoukkojen-kayttoehdot.json")),
    ("sivut/kayttoehdot", include_str!("../../../content/stories/sivut/kayttoehdot.json")),
    ("sivut/saavutettavuus", include_str!("../../../content/stories/sivut/saavutettavuus.json")),
    ("sivut/tietosuoja", include_str!("../../../content/stories/sivut/tietosuoja.json")),
    ("sivut/allergiat", include_str!("../../../content/stories/sivut/allergiat.json")),
    ("sivut/vastuullisuus", include_str!("../../../content/stories/sivut/vastuullisuus.json")),
    ("sivut/yrityksille", include_str!("../../../content/stories/sivut/yrityksille.json")),
    ("sivut/lounas", include_str!("../../../content/stories/sivut/lounas.json")),
    ("sivut/kotijoukkojen-pizzapyora", include_str!("../../../content/stories/sivut/kotijoukkojen-pizzapyora.json")),
    ("sivut/edenred-lounari", include_str!("../../../content/stories/sivut/edenred-lounari.json")),
    ("sivut/kuljetuspalaute", include_str!("../../../content/stories/sivut/kuljetuspalaute.json")),
    ("franchise/yrittajaksi", include_str!("../../../content/stories/franchise/yrittajaksi.json")),
];

/// A file of a story.
#[derive(Debug, Clone)]
pub(crate) struct StoryFile {
    pub(crate) path: PathBuf,
    /// How logs and faults name it.
    pub(crate) name: String,
    pub(crate) slug: StorySlug,
    pub(crate) version: StoryVersion,
    pub(crate) stamp: Stamp,
}

/// By what a changed file is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stamp {
    pub(crate) modified: Timestamp,
    pub(crate) length: u64,
}

/// The files of a content folder's stories, in the order of their names; none where it has no such folder.
pub(crate) fn list(folder: &Path) -> io::Result<Vec<StoryFile>> {
    let mut found = Vec::new();
    walk(&folder.join(FOLDER), "", DEEPEST, &mut found)?;
    found.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(found)
}

fn walk(folder: &Path, prefix: &str, deeper: usize, found: &mut Vec<StoryFile>) -> io::Result<()> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        read => read?,
    };
    for entry in entries {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let known = match fs::metadata(entry.path()) {
            // It has gone meanwhile.
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            read => read?,
        };
        if known.is_dir() {
            if deeper > 0 {
                walk(&entry.path(), &format!("{prefix}{name}/"), deeper - 1, found)?;
            }
            continue;
        }
        let Some(stem) = name.strip_suffix(".json") else { continue };
        let (stem, version) = match stem.strip_suffix(".draft") {
            Some(stem) => (stem, StoryVersion::Draft),
            None => (stem, StoryVersion::Published),
        };
        let Ok(slug) = format!("{prefix}{stem}").parse() else { continue };
        if found.len() >= MOST_FILES {
            return Err(io::Error::other(format!("more than {MOST_FILES} stories")));
        }
        let modified =
            known.modified().ok().and_then(|at| Timestamp::try_from(at).ok()).unwrap_or(Timestamp::UNIX_EPOCH);
        let stamp = Stamp { modified, length: known.len() };
        found.push(StoryFile { path: entry.path(), name: format!("{FOLDER}/{prefix}{name}"), slug, version, stamp });
    }
    Ok(())
}

impl StoryFile {
    /// Its bytes.
    pub(crate) fn bytes(&self) -> Result<Vec<u8>, StoryFault> {
        if self.stamp.length > LARGEST {
            return Err(self.fault(format!("is larger than {LARGEST} bytes")));
        }
        fs::read(&self.path).map_err(|error| self.fault(format!("cannot be read: {error}")))
    }

    pub(crate) fn fault(&self, problem: String) -> StoryFault {
        StoryFault { file: self.name.clone(), line: 1, path: String::new(), problem, host: None }
    }
}

/// What is to be said of the stories of a content folder.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct StoryCheck {
    /// How many there are.
    pub count: usize,
    /// What makes a story one that cannot be read.
    pub faults: Vec<StoryFault>,
    /// What is left out of stories.
    pub left_out: Vec<StoryFault>,
}

/// Reads all stories of a content folder.
#[must_use]
pub fn check(folder: &Path, hosts: &Hosts) -> StoryCheck {
    let mut checked = StoryCheck::default();
    let files = match list(folder) {
        Ok(files) => files,
        Err(error) => {
            let problem = format!("cannot be read: {error}");
            checked.faults.push(StoryFault {
                file: FOLDER.to_owned(),
                line: 1,
                path: String::new(),
                problem,
                host: None,
            });
            return checked;
        }
    };
    checked.count = files.len();
    for file in &files {
        let read = file.bytes();
        let read = read.and_then(|bytes| story::read(&file.name, &file.slug, &bytes, file.stamp.modified, hosts));
        match read {
            Err(fault) => checked.faults.push(fault),
            Ok((_, left_out)) => checked.left_out.extend(left_out),
        }
    }
    checked
}
