//! Names as parts of an address.

/// A name in small letters without accents, with one hyphen for whatever stands between words (docs/spec/ordering.md,
/// "The chain as data": `slug`).
///
/// ```
/// assert_eq!(chain::slug("Sitruunalimu, sokeriton"), "sitruunalimu-sokeriton");
/// assert_eq!(chain::slug("Päivän Äyriäinen à la Ålanti"), "paivan-ayriainen-a-la-alanti");
/// ```
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in folded(name).chars() {
        match letter {
            'a'..='z' | '0'..='9' => slug.push(letter),
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
}

/// A text in small letters without accents, as it is compared.
///
/// ```
/// assert_eq!(chain::folded("Åbo, Töölöntori 1"), "abo, toolontori 1");
/// ```
#[must_use]
pub fn folded(text: &str) -> String {
    // An accent may also stand on its own, behind its letter.
    let is_accent = |letter: &char| ('\u{300}'..='\u{36f}').contains(letter);
    text.chars().flat_map(char::to_lowercase).filter(|letter| !is_accent(letter)).map(fold).collect()
}

fn fold(letter: char) -> char {
    match letter {
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' => 'o',
        'ù'..='ü' => 'u',
        'ý' | 'ÿ' => 'y',
        'š' => 's',
        'ž' => 'z',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: MN-37
    #[test]
    fn a_slug_is_small_letters_without_accents_between_hyphens() {
        for (name, wanted) in [
            ("Sitruunalimu, sokeriton", "sitruunalimu-sokeriton"),
            ("Crème brûlée & Öyeri", "creme-brulee-oyeri"),
            ("  Kolme  juustoa! ", "kolme-juustoa"),
            ("A\u{308}ä", "aa"),
            ("e\u{300}t\u{36f}e", "ete"),
            ("100 % ruis", "100-ruis"),
            ("!?", ""),
        ] {
            assert_eq!(slug(name), wanted, "{name}");
            assert_eq!(slug(wanted), wanted, "a slug is its own");
        }
    }
}
