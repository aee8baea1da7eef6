//! Names as parts of an address.

/// A name in small letters without accents, with one hyphen for whatever stands between words (contract ordering,
/// "The chain as data": `slug`).
///
/// ```
/// assert_eq!(chain::slug("Sitruunalimu, sokeriton"), "sitruunalimu-sokeriton");
/// assert_eq!(chain::slug("Päivän Äyriäinen à la Ålanti"), "paivan-ayriainen-a-la-alanti");
/// ```
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().flat_map(char::to_lowercase).map(fold) {
        match letter {
            'a'..='z' | '0'..='9' => slug.push(letter),
            // An accent on its own, behind its letter.
            '\u{300}'..='\u{36f}' => {}
            _ if slug.is_empty() || slug.ends_with('-') => {}
            _ => slug.push('-'),
        }
    }
    slug.truncate(slug.trim_end_matches('-').len());
    slug
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
