//! Which passwords may be chosen (ASVS 5, V6.2): long enough, and not one of those that are tried first.

use crate::error::Code;

/// The fewest characters of the staff's.
pub const SHORTEST_OF_STAFF: usize = 8;
/// The fewest characters of customers', unless `OVELLE_PASSWORD_MIN` says otherwise.
pub const SHORTEST_OF_CUSTOMERS: usize = 6;
/// The most bytes that are read: far more than anybody types, and nothing is ever cut off.
pub const LONGEST: usize = 1024;

/// Why a password may not be chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum WeakPassword {
    /// Fewer characters than it needs.
    #[error("the password is too short")]
    TooShort,
    /// More than [`LONGEST`] bytes.
    #[error("a password has at most {LONGEST} bytes")]
    TooLong,
    /// One that is tried first.
    #[error("the password is easily guessed")]
    TooCommon,
}

impl WeakPassword {
    /// Its message code. Of a customer's that is too short the text is [`too_short_of_customers`].
    #[must_use]
    pub fn code(self) -> Code {
        match self {
            Self::TooShort => Code::PasswordTooShort,
            Self::TooLong => Code::PasswordTooLong,
            Self::TooCommon => Code::PasswordTooCommon,
        }
    }
}

/// What a customer reads whose password is too short (docs/spec/people.md, "Errors").
#[must_use]
pub fn too_short_of_customers(shortest: usize) -> String {
    format!("Salasanassa oltava vähintään {shortest} merkkiä")
}

/// Words that passwords are made of where nobody thinks twice; in small letters, plain ones.
const WORDS: &[&str] = &[
    "abc",
    "access",
    "admin",
    "administrator",
    "aurinko",
    "azerty",
    "baseball",
    "batman",
    "changeme",
    "charlie",
    "computer",
    "dragon",
    "finland",
    "football",
    "freedom",
    "helsinki",
    "hello",
    "hunter",
    "iloveyou",
    "isukki",
    "jalkapallo",
    "jaakiekko",
    "juusto",
    "kahvi",
    "kesa",
    "kesakuu",
    "kinkku",
    "kirjaudu",
    "kissa",
    "koira",
    "kukka",
    "kulta",
    "letmein",
    "login",
    "maailma",
    "manager",
    "master",
    "michael",
    "minecraft",
    "monkey",
    "moimoi",
    "mustang",
    "muumi",
    "ninja",
    "omena",
    "ovelle",
    "ovi",
    "pass",
    "password",
    "passwort",
    "perkele",
    "pepperoni",
    "pizza",
    "pizzeria",
    "princess",
    "qazwsx",
    "qwer",
    "qwert",
    "qwerty",
    "qwertyuiop",
    "rakas",
    "root",
    "salasana",
    "salainen",
    "samsung",
    "secret",
    "shadow",
    "sinappi",
    "starwars",
    "sunshine",
    "suomi",
    "superman",
    "talvi",
    "tervetuloa",
    "test",
    "testi",
    "trustno",
    "trustnoi",
    "tunnus",
    "user",
    "vaihda",
    "welcome",
    "whatever",
    "zaq",
    "zxcvbn",
    "zxcvbnm",
    "asdf",
    "asdfgh",
    "asdfghjkl",
    "asdasd",
    "qwe",
    "asd",
    "zxc",
    "qaz",
    "wsx",
    "aaa",
    "qwertzuiop",
];

/// Rows of keys, and what counts up: a run of them is no secret, in either direction.
const ROWS: &[&str] = &["01234567890", "abcdefghijklmnopqrstuvwxyz", "qwertyuiopå", "asdfghjklöä", "zxcvbnm"];

/// Judges a password that somebody chose, of `shortest` characters at least; `email` is theirs, from which it may not be
/// made.
///
/// # Errors
/// [`WeakPassword`] says what is wrong with it.
pub fn check(password: &str, email: &str, shortest: usize) -> Result<(), WeakPassword> {
    if password.chars().count() < shortest {
        return Err(WeakPassword::TooShort);
    }
    if password.len() > LONGEST {
        return Err(WeakPassword::TooLong);
    }
    let name = plain(email.split('@').next().unwrap_or_default());
    let own = name.split(|c: char| !c.is_alphabetic()).filter(|part| part.chars().count() >= 3);
    let words: Vec<&str> = WORDS.iter().copied().chain(own).collect();
    let plain = plain(password);
    if has_few_characters(password) || is_made_of(&plain, &words) || is_run(&plain) {
        return Err(WeakPassword::TooCommon);
    }
    Ok(())
}

/// In small letters, with the digits that stand for letters read as those.
fn plain(password: &str) -> String {
    let lower = password.to_lowercase();
    lower
        .chars()
        .map(|c| match c {
            '@' => 'a',
            '$' => 's',
            'ä' | 'å' => 'a',
            'ö' => 'o',
            other => other,
        })
        .collect()
}

/// Three different characters or fewer: `aaaaaaaa`, `12121212`.
fn has_few_characters(password: &str) -> bool {
    let mut seen: Vec<char> = password.to_lowercase().chars().collect();
    seen.sort_unstable();
    seen.dedup();
    seen.len() <= 3
}

/// Nothing but such words, and digits and signs beside them: `Salasana123!`, `pizza-2026`. Signs and
/// digits read as letters too (`p4ssw0rd`), since everybody does so.
fn is_made_of(plain: &str, words: &[&str]) -> bool {
    let letters_of = |text: &str| text.chars().filter(|c| c.is_alphabetic()).collect::<String>();
    let read_as_letters: String = plain
        .chars()
        .map(|c| match c {
            '0' => 'o',
            '1' | '!' => 'i',
            '3' => 'e',
            '4' => 'a',
            '5' => 's',
            '7' => 't',
            o => o,
        })
        .collect();
    let besides = |text: &str| text.chars().filter(|c| !c.is_alphabetic()).count();
    // Many digits beside a short word are a secret of their own.
    let mostly_letters = |text: &str, letters: &str| besides(text) <= 4.max(letters.chars().count());
    [plain, &read_as_letters].into_iter().any(|text| {
        let letters = letters_of(text);
        !letters.is_empty() && mostly_letters(plain, &letters) && splits_into(&letters, words)
    })
}

/// Whether letters are words, one after the other.
fn splits_into(letters: &str, words: &[&str]) -> bool {
    let mut reached = vec![false; letters.len() + 1];
    reached[0] = true;
    for from in 0..letters.len() {
        if !reached[from] {
            continue;
        }
        for word in words.iter().filter(|word| letters[from..].starts_with(**word)) {
            reached[from + word.len()] = true;
        }
    }
    reached[letters.len()]
}

/// Neighbours on the keyboard or in counting, all along: `12345678`, `87654321`, `qwertyui`.
fn is_run(plain: &str) -> bool {
    let characters: Vec<char> = plain.chars().collect();
    let is_step = |a: char, b: char| {
        ROWS.iter().any(|row| {
            let row: Vec<char> = row.chars().collect();
            row.windows(2).any(|pair| pair == [a, b] || pair == [b, a])
        })
    };
    let steps = characters.windows(2).filter(|pair| is_step(pair[0], pair[1])).count();
    // One break is allowed for: `1234qwer`.
    steps + 2 >= characters.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn judge(password: &str) -> Result<(), WeakPassword> {
        check(password, "aino.aalto@ovelle.example", SHORTEST_OF_STAFF)
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(judge("kR7#mq2"), Err(WeakPassword::TooShort));
        assert_eq!(judge("äöåÄÖÅ7"), Err(WeakPassword::TooShort));
        assert_eq!(judge("kR7#mq2x"), Ok(()));
        assert_eq!(judge(&"kR7#mq2x".repeat(128)), Ok(()), "1024 bytes");
        assert_eq!(judge(&format!("{}!", "kR7#mq2x".repeat(128))), Err(WeakPassword::TooLong));
    }

    #[test]
    fn customers_passwords_may_be_shorter() {
        let judge = |password, shortest| check(password, "aino@example.fi", shortest);
        let default = SHORTEST_OF_CUSTOMERS;
        assert_eq!((judge("kR7#m", default), judge("kR7#mq", default)), (Err(WeakPassword::TooShort), Ok(())));
        assert_eq!(judge("äö7Åy!", default), Ok(()));
        assert_eq!(
            (judge("kR7#mq2", 8), judge("kR7#mq2xy", 10)),
            (Err(WeakPassword::TooShort), Err(WeakPassword::TooShort))
        );
        for common in ["123456", "qwerty", "pizza1", "aaaaaa", "aino12"] {
            assert_eq!(judge(common, default), Err(WeakPassword::TooCommon), "{common}");
        }
        assert_eq!(too_short_of_customers(default), "Salasanassa oltava vähintään 6 merkkiä");
    }

    #[test]
    fn each_fault_has_its_code() {
        use WeakPassword::*;
        let codes = [TooShort, TooLong, TooCommon].map(|weak| weak.code().as_str());
        assert_eq!(codes, ["password/too-short", "password/too-long", "password/too-common"]);
    }

    #[test]
    fn what_everybody_tries_is_refused() {
        for common in [
            "password",
            "Password1",
            "P@ssw0rd",
            "salasana",
            "Salasana123!",
            "SALASANA",
            "12345678",
            "123456789",
            "87654321",
            "1234567890",
            "qwertyui",
            "qwerty123",
            "abcdefgh",
            "abcd1234",
            "aaaaaaaa",
            "11111111",
            "12121212",
            "iloveyou",
            "letmein1",
            "admin123",
            "welcome1",
            "pizzapizza",
            "Pizza-2026",
            "kesa2026",
            "tervetuloa",
            "Ovelle2026",
            "1234qwer",
            "asdfghjk",
            "changeme",
            "qwertyqwerty",
            "trustno1",
            "aino.aalto",
            "Aino.Aalto1",
            "aaltopizza",
            "x7qx7qx7q",
        ] {
            assert_eq!(judge(common), Err(WeakPassword::TooCommon), "{common}");
        }
    }

    #[test]
    fn what_is_somebodys_own_is_taken() {
        for own in [
            "correct horse battery staple",
            "pizza ja mustaherukkamehu",
            "kirahvi-kello-7",
            "Tr8mp#violin",
            "x7Kp2mQz",
            "pizza8402715936",
            "Kissa istuu katolla",
            "äöå7äöå7",
            "x7q2x7q2x",
            "kesa26892",
            "123qwexcv",
        ] {
            assert_eq!(judge(own), Ok(()), "{own}");
        }
    }

    #[test]
    fn parts_of_the_own_address_count_from_three_letters_on() {
        assert_eq!(check("EvaEva2026", "eva.li@ovelle.example", SHORTEST_OF_STAFF), Err(WeakPassword::TooCommon));
        assert_eq!(check("li-kissa-li", "li@ovelle.example", SHORTEST_OF_STAFF), Ok(()));
    }

    proptest! {
        #[test]
        fn any_text_is_judged(password in "\\PC{0,80}", email in "\\PC{0,20}", shortest in 0..20_usize) {
            let verdict = check(&password, &email, shortest);
            prop_assert_eq!(verdict == Err(WeakPassword::TooShort), password.chars().count() < shortest);
        }
    }
}
