//! Reading a street address as Finns write it.

/// A street and perhaps a house number, in the form in which addresses are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreetAddress {
    /// Folded name of the street, see [`fold`].
    pub(crate) street: String,
    /// House number, without letters.
    pub(crate) number: Option<u32>,
}

impl StreetAddress {
    /// Reads `Vaasankatu 12 C 24`: the street is what stands before the first number, the rest after it is
    /// staircase and flat. A street may itself begin with a number (`3. linja 5`).
    pub(crate) fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        let numbered = words.iter().skip(1).position(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let (street, number) = match numbered {
            Some(before) => (&words[..=before], leading_number(words[before + 1])),
            None => (&words[..], None),
        };
        Self { street: fold(&street.join(" ")), number }
    }
}

fn leading_number(word: &str) -> Option<u32> {
    let digits = word.find(|c: char| !c.is_ascii_digit()).map_or(word, |end| &word[..end]);
    digits.parse().ok()
}

/// Lower case, one space between words, without accents: so that `MÄKELÄNKATU`, `Makelankatu` and `mäkelänkatu` meet.
pub(crate) fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let plain: String = lower.chars().filter_map(plain).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The letter without its accent; none for an accent that stands as a character of its own.
fn plain(letter: char) -> Option<char> {
    Some(match letter {
        'å' | 'ä' | 'á' | 'à' | 'â' => 'a',
        'ö' | 'ó' | 'ò' | 'ô' | 'õ' | 'ø' => 'o',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'ü' | 'ú' | 'ù' => 'u',
        'í' | 'ì' => 'i',
        'š' => 's',
        'ž' => 'z',
        '\u{300}'..='\u{36f}' => return None,
        other => other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_house_number_and_leaves_the_flat() {
        for (text, street, number) in [
            ("Vaasankatu 12 C 24", "vaasankatu", Some(12)),
            ("  vaasankatu   12c ", "vaasankatu", Some(12)),
            ("Vaasankatu 12-14 A", "vaasankatu", Some(12)),
            ("Vaasankatu 12, 00500 Helsinki", "vaasankatu", Some(12)),
            ("Iso Roobertinkatu 4", "iso roobertinkatu", Some(4)),
            ("3. linja 5 B", "3. linja", Some(5)),
            ("Kaivopiha", "kaivopiha", None),
            ("Kaivokatu 99999999999", "kaivokatu", None),
            ("", "", None),
        ] {
            assert_eq!(StreetAddress::parse(text), StreetAddress { street: street.to_owned(), number }, "{text}");
        }
    }

    #[test]
    fn folds_case_and_accents() {
        assert_eq!(fold("YRJÖNKATU"), fold("yrjonkatu"));
        // The same letter as one character and as two.
        assert_eq!(fold("Yrjo\u{308}nkatu"), fold("Yrjönkatu"));
        assert_eq!(fold("Åbo  "), "abo");
    }
}
