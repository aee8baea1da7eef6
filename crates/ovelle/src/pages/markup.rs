//! HTML and XML that is written from what others named.

use std::fmt;

/// A text as it stands in HTML or XML, between tags and in quoted attributes alike.
pub(crate) struct Escaped<'t>(pub(crate) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        let mut plain = 0;
        for (at, byte) in text.bytes().enumerate() {
            let entity = match byte {
                b'&' => "&amp;",
                b'<' => "&lt;",
                b'>' => "&gt;",
                b'"' => "&quot;",
                b'\'' => "&#39;",
                _ => continue,
            };
            f.write_str(&text[plain..at])?;
            f.write_str(entity)?;
            plain = at + 1;
        }
        f.write_str(&text[plain..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leaves_its_place() {
        let hostile = r#"a"><script>alert('1')</script>&amp;ä€"#;
        let written = Escaped(hostile).to_string();
        assert_eq!(written, "a&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;ä€");
        assert_eq!(Escaped("").to_string(), "");
    }
}
