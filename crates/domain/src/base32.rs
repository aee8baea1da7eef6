//! Base32: five bits to a letter, of texts that people copy and type.

/// RFC 4648, as authenticator apps read secrets.
pub(crate) const RFC_4648: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// Crockford's, in small letters: none that looks like a digit.
pub(crate) const CROCKFORD: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Bytes as letters of an alphabet, without padding; the last letter is filled up with zeros.
pub(crate) fn encode(bytes: &[u8], alphabet: &[u8; 32]) -> String {
    let letters = bytes.chunks(5).flat_map(|chunk| {
        let mut group = [0; 8];
        group[3..3 + chunk.len()].copy_from_slice(chunk);
        let bits = u64::from_be_bytes(group);
        let count = (chunk.len() * 8).div_ceil(5);
        (0..count).map(move |at| (bits >> (35 - 5 * at)) & 31)
    });
    letters.map(|bits| char::from(alphabet[usize::try_from(bits).expect("five bits")])).collect()
}

/// A text in Crockford's alphabet as somebody typed it: without spaces and hyphens, whatever the case, with the letters that
/// look like digits read as those. None where it has anything else.
pub(crate) fn typed_crockford(text: &str) -> Option<String> {
    let digit = |c: char| match c.to_ascii_lowercase() {
        'o' => Some('0'),
        'i' | 'l' => Some('1'),
        c => CROCKFORD.iter().map(|known| char::from(*known)).find(|known| *known == c),
    };
    text.chars().filter(|c| !matches!(c, ' ' | '-')).map(digit).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    // RFC 4648, 10.
    #[test]
    fn bytes_are_letters() {
        for (bytes, letters) in [
            ("", ""),
            ("f", "MY"),
            ("fo", "MZXQ"),
            ("foo", "MZXW6"),
            ("foob", "MZXW6YQ"),
            ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ] {
            assert_eq!(encode(bytes.as_bytes(), RFC_4648), letters);
        }
        assert_eq!(encode(&[0, 0, 0, 0, 31, 0xff, 0xff, 0xff, 0xff, 0xff], CROCKFORD), "0000000zzzzzzzzz");
    }

    #[test]
    fn what_looks_the_same_is_the_same() {
        assert_eq!(typed_crockford(" OoIiLl-Zz 9 ").as_deref(), Some("001111zz9"));
        assert_eq!(
            (typed_crockford(""), typed_crockford("u"), typed_crockford("ä")),
            (Some(String::new()), None, None)
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(bytes in prop::collection::vec(any::<u8>(), 0..20)) {
            let written = encode(&bytes, CROCKFORD);
            prop_assert_eq!(written.len(), (bytes.len() * 8).div_ceil(5));
            prop_assert_eq!(typed_crockford(&written.to_uppercase()), Some(written));
        }
    }
}
