//! Names in the order of the Finnish alphabet.

use std::cmp::Ordering;

/// Compares two names as a Finnish reader looks for them: without regard to capitals, å ä ö behind z.
#[must_use]
pub(crate) fn name_order(a: &str, b: &str) -> Ordering {
    places(a).cmp(places(b)).then_with(|| a.cmp(b))
}

fn places(name: &str) -> impl Iterator<Item = char> {
    name.chars().flat_map(char::to_lowercase).map(|letter| match letter {
        'å' => '{',
        'ä' => '|',
        'ö' => '}',
        letter => letter,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_letters_are_å_ä_ö() {
        let mut names = ["Öster", "Zeppelin", "Ähtäri", "Åbo", "aura", "Aalto", "Alajärvi"];
        names.sort_by(|a, b| name_order(a, b));
        assert_eq!(names, ["Aalto", "Alajärvi", "aura", "Zeppelin", "Åbo", "Ähtäri", "Öster"]);
    }
}
