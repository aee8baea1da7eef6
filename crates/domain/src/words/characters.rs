//! Which characters are what: by their category in Unicode, and whether anything is drawn of them.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use super::{HiddenCharacter, Lines};

/// Format characters (category Cf), and what else is drawn as nothing: fillers, the blank of Braille, and what Unicode keeps
/// for such.
const HIDDEN: [(char, char); 25] = [
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{600}', '\u{605}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{6dd}', '\u{6dd}'),
    ('\u{70f}', '\u{70f}'),
    ('\u{890}', '\u{891}'),
    ('\u{8e2}', '\u{8e2}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{110bd}', '\u{110bd}'),
    ('\u{110cd}', '\u{110cd}'),
    ('\u{13430}', '\u{1343f}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];
/// Joins two emoji into one.
const JOINER: char = '\u{200d}';
/// Marks that one letter bears at most: more than any script puts on one (Burmese and Tibetan come near), and so few that
/// they stay in their line.
const MARKS: usize = 8;
/// Says that what stands before it is drawn as an emoji.
const AS_EMOJI: char = '\u{fe0f}';

fn is_format(c: char) -> bool {
    let after = HIDDEN.partition_point(|(first, _)| *first <= c);
    after > 0 && c <= HIDDEN[after - 1].1
}

/// Whether a character changes the one before it, and is nothing by itself.
pub(super) fn is_mark(c: char) -> bool {
    is_combining_mark(c) || ('\u{fe00}'..=AS_EMOJI).contains(&c)
}

/// Lines and paragraphs end with these, and with a pair of the first two.
fn is_break(c: char) -> bool {
    matches!(c, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The same text with one kind of break.
pub(super) fn breaks_as_one(text: &str) -> String {
    text.chars().map(|c| if is_break(c) { '\n' } else { c }).collect()
}

/// Of each character whether it may not be there.
pub(super) fn hides(text: &str, lines: Lines) -> Vec<bool> {
    let all: Vec<char> = text.chars().collect();
    let is_hidden = |at: usize, c: char| match c {
        '\n' if lines == Lines::Many => false,
        JOINER => !joins_emoji(&all, at),
        c => c.is_control() || is_break(c) || is_format(c),
    };
    let mut marks = 0;
    let may_not_be = |(at, c): (usize, &char)| {
        let is_hidden = is_hidden(at, *c);
        if is_mark(*c) {
            marks += usize::from(!is_hidden);
            return is_hidden || marks > MARKS;
        }
        // What is taken out without a trace parts no marks.
        if !is_hidden || c.is_whitespace() {
            marks = 0;
        }
        is_hidden
    };
    all.iter().enumerate().map(may_not_be).collect()
}

fn joins_emoji(all: &[char], at: usize) -> bool {
    let before = all[..at].iter().rev().find(|c| !is_of_an_emoji(**c));
    before.is_some_and(|c| is_pictograph(*c)) && all.get(at + 1).is_some_and(|c| is_pictograph(*c))
}

/// What follows an emoji and belongs to it: how it is drawn, the colour of its skin.
fn is_of_an_emoji(c: char) -> bool {
    c == AS_EMOJI || ('\u{1f3fb}'..='\u{1f3ff}').contains(&c)
}

/// Whether a character is one of those of which emoji are joined.
fn is_pictograph(c: char) -> bool {
    let is_skin = ('\u{1f3fb}'..='\u{1f3ff}').contains(&c);
    matches!(c, '\u{2190}'..='\u{21ff}' | '\u{2600}'..='\u{27bf}' | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
        && !is_skin
}

/// A phone number, e-mail address or code without its format characters, composed (NFC): people copy them from pages.
///
/// # Errors
/// [`HiddenCharacter`] where it has a control character.
pub fn without_format(text: &str) -> Result<String, HiddenCharacter> {
    let kept = text.chars().filter(|c| !is_format(*c));
    let kept: String = kept.nfc().collect();
    if kept.chars().any(|c| c.is_control() || is_break(c)) { Err(HiddenCharacter) } else { Ok(kept) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(HIDDEN.iter().all(|(first, last)| first <= last));
        assert!(HIDDEN.windows(2).all(|pair| pair[0].1 < pair[1].0));
        let hidden =
            ['\u{ad}', '\u{200b}', JOINER, '\u{200f}', '\u{202e}', '\u{2069}', '\u{feff}', '\u{fff9}', '\u{e0001}'];
        assert!(hidden.into_iter().all(is_format));
        let seen = ['a', 'ä', ' ', '€', '\u{ac}', '\u{ae}', '\u{2010}', '\u{fe0f}', '👩', '漢', '\u{fffd}', '\u{20ac}'];
        assert!(!seen.into_iter().any(is_format));
    }

    #[test]
    fn what_was_copied_is_read_as_it_looks() {
        assert_eq!(without_format("\u{202d}040 123\u{200b} 4567\u{202c}").as_deref(), Ok("040 123 4567"));
        assert_eq!(without_format("kesa\u{308}5").as_deref(), Ok("kesä5"));
        for text in ["040\n123", "a\u{1b}b", "a\u{0}", "a\tb", "a\u{2028}b"] {
            assert_eq!(without_format(text), Err(HiddenCharacter), "{text:?}");
        }
    }
}
