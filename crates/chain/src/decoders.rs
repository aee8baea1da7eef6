//! The reader as fuzzing calls it: one text with all files.

use crate::{chain::Chain, read::FILES};

/// What stands before each file in one text: this, its name, and the end of the line.
const BEGINS: &str = "==> ";

/// The files of one text. A name that is none of a chain's ends the one before it and begins nothing.
#[must_use]
pub fn parts(text: &str) -> Vec<(&'static str, &str)> {
    let files = text.split(BEGINS).skip(1).filter_map(|part| {
        let (name, text) = part.split_once('\n')?;
        Some((*FILES.iter().find(|known| **known == name)?, text))
    });
    let mut parts: Vec<(&'static str, &str)> = Vec::new();
    for (name, text) in files {
        if parts.iter().all(|(known, _)| *known != name) {
            parts.push((name, text));
        }
    }
    parts
}

/// Whether the files of a text make a chain.
///
/// # Panics
/// Where the reader breaks a promise: files that it refuses have at least one fault, each with a line.
#[must_use]
pub fn content_files(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    match Chain::of_texts(&parts(text)) {
        Ok(_) => true,
        Err(faults) => {
            assert!(!faults.0.is_empty(), "refused without a fault");
            assert!(faults.0.iter().all(|fault| fault.line > 0), "a fault without a line");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_begins_with_its_name_and_each_is_there_once() {
        assert_eq!(parts("menu.json\n{}"), [], "nothing has begun");
        let text = "menu.json\n1\n==> menu.json\n2\n==> other.json\n3\n==> areas.json\n4\n==> menu.json\n5";
        assert_eq!(parts(text), [("menu.json", "2\n"), ("areas.json", "4\n")]);
    }

    #[test]
    fn files_make_a_chain_or_are_refused() {
        assert!(content_files(b"==> restaurants.json\n[]"));
        for refused in [&b""[..], b"==> menu.json\n{}", b"==> restaurants.json\n{}", b"==> restaurants.json\n[]\xff"] {
            assert!(!content_files(refused), "{refused:?}");
        }
    }
}
