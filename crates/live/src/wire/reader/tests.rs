use proptest::prelude::*;

use super::*;

const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
const FINAL: u8 = 0x80;
const CONTINUE: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// A client's frame with any first byte.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = payload.len();
    let mut bytes = match u16::try_from(length) {
        Ok(short) if length < 126 => vec![first, 0x80 | u8::try_from(short).unwrap()],
        Ok(long) => [&[first, 0x80 | 126][..], &long.to_be_bytes()].concat(),
        Err(_) => [&[first, 0x80 | 127][..], &(length as u64).to_be_bytes()].concat(),
    };
    bytes.extend(MASK);
    bytes.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, key)| byte ^ key));
    bytes
}

/// What a reader makes of bytes that come in pieces of one size, where it stands or not.
fn read_in(piece: usize, bytes: &[u8], longest: usize) -> (Vec<ClientMessage>, Option<WireError>) {
    let read = read_one_way(piece, bytes, longest, false);
    assert_eq!(read_one_way(piece, bytes, longest, true), read, "heard where it stands");
    read
}

fn read_one_way(
    piece: usize,
    bytes: &[u8],
    longest: usize,
    where_it_stands: bool,
) -> (Vec<ClientMessage>, Option<WireError>) {
    let mut reader = MessageReader::new(longest, &[]);
    let mut messages = Vec::new();
    for piece in bytes.chunks(piece) {
        let came = reader.fill(16, |room| {
            room.extend_from_slice(piece);
            Ok(piece.len())
        });
        assert_eq!(came.unwrap(), piece.len());
        loop {
            if where_it_stands && reader.receive_text(|text| messages.push(said(text))) {
                continue;
            }
            match reader.message() {
                Ok(Some(message)) => messages.push(message),
                Ok(None) => break,
                Err(error) => return (messages, Some(error)),
            }
        }
    }
    (messages, None)
}

/// The same, whole and byte by byte.
fn read(frames: &[Vec<u8>]) -> (Vec<ClientMessage>, Option<WireError>) {
    let bytes = frames.concat();
    let whole = read_in(bytes.len(), &bytes, 100_000);
    assert_eq!(read_in(1, &bytes, 100_000), whole);
    whole
}

fn said(text: &str) -> ClientMessage {
    ClientMessage::Text(text.into())
}

#[test]
fn messages_of_every_length_are_read() {
    for length in [0, 1, 125, 126, 127, 128, 65_535, 65_536, 70_000] {
        let text = "*".repeat(length);
        assert_eq!(read(&[frame(FINAL | TEXT, text.as_bytes())]), (vec![said(&text)], None));
        let bytes = vec![0xfe; length];
        assert_eq!(read(&[frame(FINAL | BINARY, &bytes)]), (vec![ClientMessage::Binary(bytes.into())], None));
    }
}

#[test]
fn pings_and_pongs_come_anywhere_and_whole() {
    let ping = |payload: &[u8]| frame(FINAL | PING, payload);
    let expected = vec![
        ClientMessage::Ping(Bytes::from_static(b"\0\xff")),
        ClientMessage::Pong,
        ClientMessage::Ping(vec![7; 125].into()),
    ];
    assert_eq!(read(&[ping(b"\0\xff"), frame(FINAL | PONG, b"unasked"), ping(&[7; 125])]), (expected, None));
    assert_eq!(read(&[ping(&[7; 126])]), (vec![], Some(WireError::Protocol)));
    for opcode in [PING, PONG, CLOSE] {
        assert_eq!(read(&[frame(opcode, b"in parts")]), (vec![], Some(WireError::Protocol)));
    }
}

#[test]
fn what_is_reserved_is_refused() {
    for bits in [0x40, 0x20, 0x10, 0x70] {
        let frames = [frame(FINAL | TEXT, b"before"), frame(FINAL | TEXT | bits, b"after")];
        assert_eq!(read(&frames), (vec![said("before")], Some(WireError::Protocol)));
        assert_eq!(read(&[frame(FINAL | PING | bits, b"")]), (vec![], Some(WireError::Protocol)));
    }
    for opcode in [3, 4, 5, 6, 7, 11, 12, 13, 14, 15] {
        assert_eq!(read(&[frame(FINAL | opcode, b"")]), (vec![], Some(WireError::Protocol)));
    }
}

#[test]
fn a_frame_without_a_mask_is_no_clients() {
    assert_eq!(read(&[b"\x81\x03hei".to_vec()]), (vec![], Some(WireError::Protocol)));
}

#[test]
fn fragments_make_one_message_and_control_frames_may_come_between() {
    let frames =
        [frame(TEXT, b"frag"), frame(FINAL | PING, b"!"), frame(CONTINUE, b""), frame(FINAL | CONTINUE, b"ment")];
    assert_eq!(read(&frames), (vec![ClientMessage::Ping(Bytes::from_static(b"!")), said("fragment")], None));
    let frames = [frame(BINARY, &[1]), frame(FINAL | CONTINUE, &[2]), frame(FINAL | TEXT, b"next")];
    assert_eq!(read(&frames), (vec![ClientMessage::Binary(Bytes::from_static(&[1, 2])), said("next")], None));
}

#[test]
fn fragments_out_of_place_are_refused() {
    let refused = |frames: &[Vec<u8>]| assert_eq!(read(frames).1, Some(WireError::Protocol));
    refused(&[frame(FINAL | CONTINUE, b"of nothing")]);
    refused(&[frame(CONTINUE, b"of nothing"), frame(FINAL | TEXT, b"")]);
    refused(&[frame(TEXT, b"one"), frame(FINAL | TEXT, b"another")]);
    refused(&[frame(TEXT, b"one"), frame(FINAL | BINARY, b"another")]);
    refused(&[frame(FINAL | TEXT, b"whole"), frame(FINAL | CONTINUE, b"and more")]);
}

#[test]
fn text_is_utf_8_wherever_it_is_cut() {
    let text = "Hellö-µ@ßöä\u{10ffff}\u{ffff}\0κόσμε";
    for cut in 0..=text.len() {
        let (head, tail) = text.as_bytes().split_at(cut);
        assert_eq!(read(&[frame(TEXT, head), frame(FINAL | CONTINUE, tail)]), (vec![said(text)], None));
    }
    for wrong in [
        &b"\xce\xba\xe1\xbd\xb9\xcf\x83\xed\xa0\x80edited"[..],
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xc0\xaf",
        b"\xe0\x80\xaf",
        b"\x80",
        b"\xbf",
        b"\xff",
        b"\xce",
    ] {
        assert_eq!(read(&[frame(FINAL | TEXT, wrong)]), (vec![], Some(WireError::NotUtf8)));
    }
}

#[test]
fn text_that_has_gone_wrong_is_not_waited_for() {
    let wrong =
        [frame(TEXT, b"\xce\xba\xe1\xbd\xb9\xcf\x83"), frame(CONTINUE, b"\xed\xa0"), frame(CONTINUE, b"edited")];
    assert_eq!(read(&wrong[..2]), (vec![], Some(WireError::NotUtf8)));
}

#[test]
fn a_goodbye_has_a_code_that_may_be_sent() {
    let goodbye = |payload: &[u8]| read(&[frame(FINAL | CLOSE, payload)]);
    let with = |code: u16, reason: &[u8]| goodbye(&[&code.to_be_bytes()[..], reason].concat());
    assert_eq!(goodbye(b""), (vec![ClientMessage::Close(None)], None));
    assert_eq!(goodbye(b"\x03"), (vec![], Some(WireError::Protocol)));
    assert_eq!(with(1000, "hyvästi".as_bytes()).0, [ClientMessage::Close(Some(1000))]);
    assert_eq!(with(1000, &[b'x'; 123]).0, [ClientMessage::Close(Some(1000))]);
    assert_eq!(with(1000, &[b'x'; 124]).1, Some(WireError::Protocol));
    assert_eq!(with(1000, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xed\xa0\x80").1, Some(WireError::NotUtf8));
    for code in [1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
        assert_eq!(with(code, b"").0, [ClientMessage::Close(Some(code))]);
    }
    for code in [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999] {
        assert_eq!(with(code, b"").1, Some(WireError::Protocol), "{code}");
    }
}

#[test]
fn what_is_too_big_is_refused_before_it_comes() {
    let read = |frames: &[Vec<u8>]| read_in(3, &frames.concat(), 10);
    assert_eq!(read(&[frame(FINAL | TEXT, &[b'x'; 10])]).0, [said("xxxxxxxxxx")]);
    let head = frame(FINAL | TEXT, &[b'x'; 11])[..6].to_vec();
    assert_eq!(read(&[head]).1, Some(WireError::TooBig));
    assert_eq!(
        read(&[vec![FINAL | BINARY, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]]).1,
        Some(WireError::TooBig)
    );
    let parts = [frame(TEXT, &[b'x'; 6]), frame(FINAL | PING, &[b'p'; 60]), frame(FINAL | CONTINUE, &[b'x'; 5])];
    assert_eq!(read(&parts), (vec![ClientMessage::Ping(vec![b'p'; 60].into())], Some(WireError::TooBig)));
}

#[test]
fn a_reader_that_waits_for_nothing_holds_no_memory() {
    let mut reader = MessageReader::new(100, &frame(FINAL | TEXT, b"early"));
    assert_eq!(reader.message(), Ok(Some(said("early"))));
    assert_eq!(reader.bytes.capacity(), 0);
    let none = reader.fill(1024, |_| Err(io::ErrorKind::WouldBlock.into()));
    assert_eq!((none.unwrap_err().kind(), reader.bytes.capacity()), (io::ErrorKind::WouldBlock, 0));
}

proptest! {
    #[test]
    fn whatever_comes_nothing_breaks_and_pieces_do_not_matter(
        bytes in prop::collection::vec(any::<u8>(), 1..200), piece in 1..20usize,
    ) {
        prop_assert_eq!(read_in(piece, &bytes, 64), read_in(bytes.len(), &bytes, 64));
    }

    #[test]
    fn what_a_client_says_is_heard(
        texts in prop::collection::vec((".{0,40}", 1..9usize), 1..6), piece in 1..50usize,
    ) {
        let mut bytes = Vec::new();
        for (text, part) in &texts {
            let parts: Vec<&[u8]> = text.as_bytes().chunks(*part).collect();
            let last = parts.len().saturating_sub(1);
            for (n, part) in parts.iter().enumerate() {
                let opcode = if n == 0 { TEXT } else { CONTINUE };
                bytes.extend(frame(if n == last { FINAL | opcode } else { opcode }, part));
            }
            if parts.is_empty() { bytes.extend(frame(FINAL | TEXT, b"")); }
        }
        let expected = texts.iter().map(|(text, _)| said(text)).collect();
        prop_assert_eq!(read_in(piece, &bytes, 1000), (expected, None));
    }
}

#[test]
fn after_what_cannot_be_read_nothing_is() {
    let mut reader = MessageReader::new(100, &[frame(FINAL | 3, b""), frame(FINAL | TEXT, b"after")].concat());
    assert_eq!((reader.message(), reader.message()), (Err(WireError::Protocol), Ok(None)));
    let more = frame(FINAL | TEXT, b"more");
    let came = reader.fill(100, |room| {
        room.extend_from_slice(&more);
        Ok(more.len())
    });
    assert_eq!((came.unwrap(), reader.message(), reader.bytes.capacity()), (more.len(), Ok(None), 0));
}

#[test]
fn a_text_is_heard_where_it_stands() {
    let bytes = [frame(FINAL | TEXT, "hei".as_bytes()), frame(FINAL | TEXT, "moi".as_bytes())].concat();
    let (mut reader, mut heard) = (MessageReader::new(100, &bytes), String::new());
    while reader.receive_text(|text| heard += text) {}
    assert_eq!((heard.as_str(), reader.bytes.capacity()), ("heimoi", 0));
}
