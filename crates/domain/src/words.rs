//! What people write: names, addresses, notes, phone numbers, e-mail addresses, codes (docs/spec/ordering.md, "Words").
//!
//! What is printed, mailed or sent to a kitchen passes through here: no hidden character and no second line makes it
//! say something else than what was written.

mod characters;
mod email;
pub mod masked;

pub use characters::without_format;
pub use email::{NotAnEmail, email};

use std::{fmt, ops::Deref, str::FromStr};

use characters::{breaks_as_one, hides, is_mark};
use unicode_normalization::UnicodeNormalization;

use crate::ids::NotAnId;

/// Words: composed (NFC), without blanks at the ends or beside each other, without control and format characters, with eight
/// marks on a letter at most. There is at least one character that can be seen.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words(Box<str>);

/// A text has a control or format character, or more marks on a letter than belong there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a control or format character, or too many marks")]
pub struct HiddenCharacter;

/// Whether a text may have several lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// A break is a control character like others.
    One,
    /// A break stays; none is left of those at the ends or beside each other.
    Many,
}

impl Words {
    /// Reads what somebody wrote; none where nothing of it can be seen.
    ///
    /// # Errors
    /// [`HiddenCharacter`].
    pub fn read(text: &str, lines: Lines) -> Result<Option<Self>, HiddenCharacter> {
        let composed = composed(text, lines);
        if hides(&composed, lines).contains(&true) { Err(HiddenCharacter) } else { Ok(Self::of(&composed)) }
    }

    /// Reads what a machine passes on: what may not be there is taken out, and what stood apart by it stays apart.
    #[must_use]
    pub fn cleaned(text: &str, lines: Lines) -> Option<Self> {
        let composed = composed(text, lines);
        let kept = composed.chars().zip(hides(&composed, lines)).filter_map(|(c, is_hidden)| match is_hidden {
            true => c.is_whitespace().then_some(' '),
            false => Some(c),
        });
        Self::of(&kept.nfc().collect::<String>())
    }

    fn of(composed: &str) -> Option<Self> {
        let lines = composed.split('\n').map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
        let written = lines.join("\n");
        let is_seen = written.chars().any(|c| !c.is_whitespace() && !is_mark(c));
        is_seen.then(|| Self(written.into()))
    }

    /// The words as a text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads a name that a machine gives to a thing of its own: what may not be in words is taken out.
///
/// # Errors
/// [`NotAnId`] where what is left is no such name, or U+0000 is in it, which nobody types.
pub fn name<N: FromStr<Err = NotAnId>>(text: &str) -> Result<N, NotAnId> {
    if text.contains('\0') {
        return Err(NotAnId);
    }
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.parse();
    }
    Words::cleaned(text, Lines::One).ok_or(NotAnId)?.parse()
}

/// A text in NFC, with one kind of break where it may have lines.
fn composed(text: &str, lines: Lines) -> String {
    let composed: String = text.nfc().collect();
    if lines == Lines::Many { breaks_as_one(&composed) } else { composed }
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Words> for String {
    fn from(words: Words) -> Self {
        words.0.into()
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Words {
    /// Without its contents: they are mostly about a person.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Words(…)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::is_nfc;

    use super::*;
    use crate::ids::CarId;

    fn read(text: &str, lines: Lines) -> Result<String, HiddenCharacter> {
        Words::read(text, lines).map(|words| words.map(String::from).unwrap_or_default())
    }

    fn cleaned(text: &str, lines: Lines) -> String {
        Words::cleaned(text, lines).map(String::from).unwrap_or_default()
    }

    #[test]
    fn blanks_and_accents_have_one_spelling() {
        for (text, words) in [
            ("  Aino \u{a0} Maria\u{2003}", "Aino Maria"),
            ("Ma\u{308}kela\u{308}", "Mäkelä"),
            ("Åbo", "Åbo"),
            ("\u{212b}bo", "Åbo"),
            (" \u{3000} ", ""),
            ("", ""),
            ("\u{fe0f}", ""),
            ("👨‍👩‍👧‍👦 ❤️‍🔥", "👨‍👩‍👧‍👦 ❤️‍🔥"),
            ("👩🏽‍🍳", "👩🏽‍🍳"),
            ("👩🏻‍🍳 👩🏿‍🍳", "👩🏻‍🍳 👩🏿‍🍳"),
        ] {
            assert_eq!(read(text, Lines::One).as_deref(), Ok(words), "{text:?}");
            assert_eq!(cleaned(text, Lines::One), words, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_refused_or_taken_out() {
        for (text, words) in [
            ("Liisankatu 12\n\nMaksu vahvistettu.", "Liisankatu 12 Maksu vahvistettu."),
            ("\u{1b}@\u{1b}!0ILMAINEN", "@!0ILMAINEN"),
            ("\u{202e}okniA", "okniA"),
            ("\u{2066}Aino\u{2069}", "Aino"),
            ("\u{200b}", ""),
            ("Ai\u{200d}no", "Aino"),
            ("👩\u{200d}", "👩"),
            ("\u{200d}👩", "👩"),
            ("Ai\u{ad}no\u{feff}", "Aino"),
            ("a\tb\u{0}c\u{7f}\u{9b}", "a bc"),
            ("a\u{2028}b\u{85}c\r\nd", "a b c d"),
            ("\u{e0041}\u{e0042}", ""),
            ("\u{3164}", ""),
            ("\u{2800}", ""),
            ("e\u{200b}\u{301}", "é"),
        ] {
            assert_eq!(read(text, Lines::One), Err(HiddenCharacter), "{text:?}");
            assert_eq!(cleaned(text, Lines::One), words, "{text:?}");
        }
    }

    #[test]
    fn a_letter_bears_eight_marks() {
        let bearing = |marks: usize| format!("a{}b", "\u{335}".repeat(marks));
        assert_eq!(read(&bearing(8), Lines::One), Ok(bearing(8)));
        for (text, words) in [
            (bearing(9), bearing(8)),
            (bearing(90), bearing(8)),
            (format!("a{0}\u{200b}{0}b", "\u{335}".repeat(6)), bearing(8)),
            (format!("a{}\u{fe0f}", "\u{335}".repeat(8)), format!("a{}", "\u{335}".repeat(8))),
        ] {
            assert_eq!(read(&text, Lines::One), Err(HiddenCharacter), "{text:?}");
            assert_eq!(cleaned(&text, Lines::One), words, "{text:?}");
        }
        for name in ["ကြွှံ့းမ", "བརྒྱུད", "שָׁ֑לוֹם", "น้ำ", "Nguyễn Thị Ngọc", "Zoë"]
        {
            assert!(read(name, Lines::One).is_ok(), "{name}");
        }
    }

    #[test]
    fn a_name_of_a_thing_is_what_can_be_seen_of_it() {
        let car = |text: &str| name::<CarId>(text).map(String::from);
        assert_eq!(car("auto 3"), Ok("auto 3".to_owned()));
        assert_eq!(car("a\u{202e}uto\u{200b} 3\n"), Ok("auto 3".to_owned()));
        assert_eq!(car("Ma\u{308}kela\u{308}"), Ok("Mäkelä".to_owned()));
        for text in ["", "\u{200b}", "a\0b", &"ä".repeat(101)] {
            assert_eq!(car(text), Err(NotAnId), "{text:?}");
        }
    }

    #[test]
    fn a_note_keeps_its_lines() {
        assert_eq!(
            read(" Ovikoodi  1234\r\n\r\n\u{2028} soita \rkahdesti\n", Lines::Many).as_deref(),
            Ok("Ovikoodi 1234\nsoita\nkahdesti")
        );
        assert_eq!(read("a\u{b}b", Lines::Many), Err(HiddenCharacter));
        assert_eq!(read("a\tb", Lines::Many), Err(HiddenCharacter));
        assert_eq!(cleaned("a\u{1b}\n\u{c}b", Lines::Many), "a\nb");
    }

    fn any_text() -> impl Strategy<Value = String> {
        let strange = prop::sample::select(vec![
            '\u{200d}',
            '\u{200b}',
            '\u{202e}',
            '\u{1b}',
            '\n',
            '\r',
            '\t',
            '\u{2028}',
            ' ',
            '\u{a0}',
            '👩',
            '🍳',
            '\u{fe0f}',
            '\u{1f3fd}',
            'a',
            '\u{301}',
            '\u{308}',
            'ä',
            '\u{ad}',
            '\u{e0041}',
            '\u{1100}',
            '\u{1161}',
        ]);
        let either = prop_oneof![any::<char>(), strange];
        prop::collection::vec(either, 0..24).prop_map(|all| all.into_iter().collect())
    }

    proptest! {
        #[test]
        fn words_are_what_they_say_they_are(text in any_text(), is_one: bool) {
            let lines = if is_one { Lines::One } else { Lines::Many };
            let cleaned = Words::cleaned(&text, lines);
            let read = Words::read(&text, lines);
            if let Ok(read) = &read {
                prop_assert_eq!(read, &cleaned, "where nothing is hidden, nothing is taken out");
            }
            let Some(words) = cleaned else { return Ok(()) };
            prop_assert!(is_nfc(&words) && words.trim() == &*words && !words.is_empty());
            prop_assert!(!words.contains("  ") && !words.contains("\n\n") && (!is_one || !words.contains('\n')));
            prop_assert!(!words.chars().any(|c| c.is_control() && c != '\n'));
            prop_assert_eq!(Words::read(&words, lines), Ok(Some(words)), "once is enough");
        }
    }
}
