//! Reading a street address as Finns write it.

/// Digits of the longest house number; five are a postal code.
const LONGEST_NUMBER: usize = 4;

/// A street and perhaps a house number, in the form in which addresses are compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StreetAddress {
    /// Folded name of the street, see [`fold`]; without a number, all words up to a postal code.
    pub(crate) street: String,
    pub(crate) number: Option<HouseNumber>,
    /// The folded words behind it: staircase, flat, postal code, city.
    pub(crate) rest: Vec<String>,
}

/// A house number: `12`, `12c`, `12-14`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct HouseNumber {
    /// What it begins with.
    pub(crate) digits: u32,
    /// All of it, folded, without spaces.
    pub(crate) folded: String,
}

impl HouseNumber {
    /// Reads a word; none where it does not begin with one to four digits.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        let digits = word.find(|c: char| !c.is_ascii_digit()).map_or(word, |end| &word[..end]);
        let digits = (digits.len() <= LONGEST_NUMBER).then(|| digits.parse().ok())??;
        Some(Self { digits, folded: fold(word).replace(' ', "") })
    }

    /// Whether it has no letter and no second number.
    pub(crate) fn is_plain(&self) -> bool {
        self.folded.bytes().all(|byte| byte.is_ascii_digit())
    }
}

impl StreetAddress {
    /// Reads `Vaasankatu 12 C 24`: the street is what stands before the first number, the rest after it is staircase,
    /// flat, postal code and city. A street may itself begin with a number (`3. linja 5`).
    pub(crate) fn parse(text: &str) -> Self {
        let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty()).collect();
        let begins_with_digit = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
        let street_ends = words.iter().skip(1).position(begins_with_digit).map_or(words.len(), |before| before + 1);
        let (street, behind) = words.split_at(street_ends);
        let number = behind.first().and_then(|word| HouseNumber::parse(word));
        let rest = &behind[usize::from(number.is_some())..];
        Self { street: fold(&street.join(" ")), number, rest: rest.iter().map(|word| fold(word)).collect() }
    }
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
        for (text, street, number, rest) in [
            ("Vaasankatu 12 C 24", "vaasankatu", Some((12, "12")), "c 24"),
            ("  vaasankatu   12C ", "vaasankatu", Some((12, "12c")), ""),
            ("Vaasankatu 12-14 A", "vaasankatu", Some((12, "12-14")), "a"),
            ("Vaasankatu 12, 00500 Helsinki", "vaasankatu", Some((12, "12")), "00500 helsinki"),
            ("Vaasankatu, 00500 Helsinki", "vaasankatu", None, "00500 helsinki"),
            ("Iso Roobertinkatu 4", "iso roobertinkatu", Some((4, "4")), ""),
            ("3. linja 5 B", "3. linja", Some((5, "5")), "b"),
            ("Kaivopiha", "kaivopiha", None, ""),
            ("Kaivokatu 99999999999", "kaivokatu", None, "99999999999"),
            ("", "", None, ""),
        ] {
            let read = StreetAddress::parse(text);
            let found = read.number.as_ref().map(|number| (number.digits, number.folded.as_str()));
            assert_eq!((read.street.as_str(), found, read.rest.join(" ").as_str()), (street, number, rest), "{text}");
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
