//! WebSocket frames as a client writes and reads them (RFC 6455): finished text frames, no extension. Reading allocates
//! nothing.

/// What a server's frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WireFrameKind {
    Text,
    Close,
    /// A ping or a pong.
    Control,
    /// None that our protocols have.
    Other,
}

/// Writes a masked text frame.
pub(crate) fn write_text(text: &[u8], into: &mut Vec<u8>) {
    /// Nobody stands between who could be confused by bytes that are known in advance.
    const MASK: [u8; 4] = [0x5a, 0xc3, 0x17, 0x8e];
    into.push(0x81);
    match (u8::try_from(text.len()), u16::try_from(text.len())) {
        (Ok(short @ 0..126), _) => into.push(0x80 | short),
        (_, Ok(middle)) => {
            into.push(0x80 | 126);
            into.extend(middle.to_be_bytes());
        }
        _ => {
            into.push(0x80 | 127);
            into.extend((text.len() as u64).to_be_bytes());
        }
    }
    into.extend(MASK);
    into.extend(text.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Writes a text frame as a server does.
pub(crate) fn write_server_text(text: &[u8], into: &mut Vec<u8>) {
    into.push(0x81);
    match u8::try_from(text.len()) {
        Ok(short @ 0..126) => into.push(short),
        _ => {
            into.push(126);
            into.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_be_bytes());
        }
    }
    into.extend(text);
}

/// The frames that a server has sent, as far as they are whole.
pub(crate) struct Frames<'a> {
    bytes: &'a [u8],
}

impl<'a> Frames<'a> {
    /// Those in these bytes.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }

    /// What is not yet a whole frame.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = (WireFrameKind, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (first, second) = (*self.bytes.first()?, *self.bytes.get(1)?);
        let (begins, length): (usize, usize) = match second {
            126 => (4, usize::from(u16::from_be_bytes(self.bytes.get(2..4)?.try_into().ok()?))),
            127 => (10, usize::try_from(u64::from_be_bytes(self.bytes.get(2..10)?.try_into().ok()?)).ok()?),
            short => (2, usize::from(short)),
        };
        let payload = self.bytes.get(begins..begins.checked_add(length)?)?;
        self.bytes = &self.bytes[begins + length..];
        let kind = match first {
            0x81 => WireFrameKind::Text,
            0x88 => WireFrameKind::Close,
            0x89 | 0x8a => WireFrameKind::Control,
            _ => WireFrameKind::Other,
        };
        Some((kind, payload))
    }
}

/// What stands behind this mark in a text, up to the next of these ends.
pub(crate) fn field<'a>(text: &'a [u8], mark: &[u8], ends: &[u8]) -> Option<&'a [u8]> {
    let begins = text.windows(mark.len()).position(|window| window == mark)? + mark.len();
    let rest = &text[begins..];
    let length = rest.iter().position(|byte| ends.contains(byte))?;
    Some(&rest[..length])
}

/// The whole number behind this mark.
pub(crate) fn number(text: &[u8], mark: &[u8]) -> Option<i64> {
    std::str::from_utf8(field(text, mark, b",}]")?).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_a_server_writes() {
        let long = vec![b'x'; 300];
        let mut bytes = Vec::new();
        for text in [b"{}".as_slice(), &long, b""] {
            write_server_text(text, &mut bytes);
        }
        bytes.extend([0x88, 2, 3, 232, 0x89, 0, 0x81, 126, 0]);
        let mut frames = Frames::of(&bytes);
        let read: Vec<_> = frames.by_ref().map(|(kind, payload)| (kind, payload.len())).collect();
        assert_eq!(
            read,
            [
                (WireFrameKind::Text, 2),
                (WireFrameKind::Text, 300),
                (WireFrameKind::Text, 0),
                (WireFrameKind::Close, 2),
                (WireFrameKind::Control, 0)
            ]
        );
        assert_eq!(frames.rest(), [0x81, 126, 0]);
    }

    #[test]
    fn writes_what_a_client_may() {
        for length in [0_usize, 125, 126, 70_000] {
            let mut bytes = Vec::new();
            write_text(&vec![b'a'; length], &mut bytes);
            let header = match length {
                0..126 => 2,
                126..65_536 => 4,
                _ => 10,
            };
            assert_eq!((bytes[0], bytes[1] & 0x80, bytes.len()), (0x81, 0x80, header + 4 + length));
            let mask = &bytes[header..header + 4];
            assert!(bytes[header + 4..].iter().zip(mask.iter().cycle()).all(|(byte, mask)| byte ^ mask == b'a'));
        }
    }

    #[test]
    fn finds_fields() {
        let text = br#"{"type":"status","seq":18,"at":"2026","x":{"seq":3}}"#;
        assert_eq!(field(text, br#""at":""#, b"\""), Some(b"2026".as_slice()));
        assert_eq!((number(text, br#""seq":"#), number(text, br#""rev":"#)), (Some(18), None));
    }
}
