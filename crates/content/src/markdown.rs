//! Links inside Markdown: those that lead nowhere that is allowed become their words (docs/spec/people.md, "Urls of
//! stories").

use crate::links::is_link;

/// What stands between a link's words and its address.
const BEFORE_ADDRESS: &str = "](";
/// The same, as plain words.
const NO_LINK: &str = "] (";

/// A text without links that lead nowhere, and how many those were.
pub(crate) fn judged(text: &str) -> (String, usize) {
    let (mut said, count) = without_bad_links(text);
    // What stood around a link that went may have become another one.
    if without_bad_links(&said).1 > 0 {
        said = said.replace(BEFORE_ADDRESS, NO_LINK);
    }
    (said, count)
}

fn without_bad_links(text: &str) -> (String, usize) {
    let mut said = String::with_capacity(text.len());
    let (mut rest, mut count) = (text, 0);
    while let Some(at) = rest.find(BEFORE_ADDRESS) {
        let (words, after) = (&rest[..at], &rest[at + BEFORE_ADDRESS.len()..]);
        said.push_str(words);
        if is_link(address(after)) {
            said.push_str(BEFORE_ADDRESS);
            rest = after;
            continue;
        }
        count += 1;
        if let Some(open) = said.rfind('[') {
            said.remove(open);
        }
        let line = after.find('\n').unwrap_or(after.len());
        let end = after[..line].find(')').map_or(line, |close| close + 1);
        rest = &after[end..];
    }
    said.push_str(rest);
    (said, count)
}

/// The address with which the inside of a link's brackets begins.
fn address(inside: &str) -> &str {
    let inside = inside.trim_start_matches(' ');
    let pointed = inside.strip_prefix('<');
    let end = |letter: char| match pointed {
        Some(_) => letter == '>' || letter == '\n',
        None => letter == ')' || letter.is_whitespace(),
    };
    pointed.unwrap_or(inside).split(end).next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_link_that_leads_nowhere_becomes_its_words() {
        let good = "Katso [lounas](/lounas), [me](https://a.example/x \"Me\") ja [posti](mailto:a@b.fi).";
        assert_eq!(judged(good), (good.to_owned(), 0));
        for (bad, words) in [
            ("Katso [tämä](javascript:alert(1)) nyt", "Katso tämä) nyt"),
            ("Katso [tämä](//evil.example) nyt", "Katso tämä nyt"),
            ("[a](http://a.example) [b](/b)", "a [b](/b)"),
            ("![kuva](data:image/png;base64,x)", "!kuva"),
            ("[a](< javascript:x>)", "a"),
            ("[a](\njavascript:x)", "a\njavascript:x)"),
            ("[a](", "a"),
            ("](x)", ""),
        ] {
            assert_eq!(judged(bad), (words.to_owned(), 1), "{bad}");
        }
        assert_eq!(judged("[x](/a[b](bad)c)"), ("[x](/abc)".to_owned(), 1));
    }

    #[test]
    fn what_stands_around_a_link_makes_no_other_one() {
        let (said, _) = judged("[x][a](bad)(javascript:x)");
        assert_eq!(said, "[x]a(javascript:x)");
        let (said, _) = judged("[x][](bad)(javascript:x)");
        assert!(!said.contains("](javascript"), "{said}");
    }

    proptest! {
        #[test]
        fn each_link_of_what_is_said_leads_somewhere(
            text in "([a-z ]|\\[|\\]|\\(|\\)|\\]\\(|/|\\\\|<|>|\n|javascript:|https://|#){0,40}",
        ) {
            let (said, count) = judged(&text);
            prop_assert!(said.split("](").skip(1).all(|inside| is_link(address(inside))), "{said:?}");
            prop_assert_eq!(&judged(&said), &(said.clone(), 0));
            prop_assert!(count > 0 || said == text);
        }
    }
}
