//! The cases, section by section.

use super::client::{BINARY, CLOSE, CONTINUATION, PING, PONG, RawFrame, ServerMessage, TEXT};

/// Broken rules of framing.
const PROTOCOL: &[u16] = &[1002];
/// Text that is none.
const NO_TEXT: &[u16] = &[1007];
/// What a client's close may be answered with where its code may not be said.
const BAD_CODE: &[u16] = &[1002];

/// What a client says, and what it must be answered.
#[derive(Debug)]
pub struct Case {
    /// Its section, and what it is about.
    pub name: String,
    /// What the client says.
    pub sent: Vec<u8>,
    /// How many bytes travel together.
    pub at_a_time: usize,
    /// What comes back, in order.
    pub answers: Vec<ServerMessage>,
    /// How it ends.
    pub end: Expected,
}

/// How a conversation ends.
#[derive(Debug)]
pub enum Expected {
    /// The client says goodbye, and is answered.
    Goodbye,
    /// The server closes with one of these codes.
    Close(Vec<u16>),
}

/// All cases.
#[must_use]
pub fn cases() -> Vec<Case> {
    let sections: [fn(&mut Cases); 9] =
        [framing, pings, reserved_bits, opcodes, fragments, utf8, closes, masks_and_lengths, long_messages];
    let mut cases = Cases::default();
    for section in sections {
        section(&mut cases);
    }
    cases.0
}

#[derive(Default)]
struct Cases(Vec<Case>);

impl Cases {
    fn add(&mut self, name: impl Into<String>, frames: &[RawFrame], answers: Vec<ServerMessage>, end: Expected) {
        let sent: Vec<u8> = frames.iter().flat_map(RawFrame::bytes).collect();
        let name = name.into();
        // Where frames are cut must not matter. Long ones are cut into few pieces only, since each one is a packet.
        let cut = if sent.len() < 1000 { 1 } else { 997 };
        let again = Case {
            name: format!("{name}, in pieces of {cut}"),
            sent: sent.clone(),
            at_a_time: cut,
            answers: answers.clone(),
            end: match &end {
                Expected::Goodbye => Expected::Goodbye,
                Expected::Close(codes) => Expected::Close(codes.clone()),
            },
        };
        self.0.push(Case { name, sent, at_a_time: usize::MAX, answers, end });
        self.0.push(again);
    }

    /// Is answered, and the connection lives.
    fn answered(&mut self, name: impl Into<String>, frames: &[RawFrame], answers: Vec<ServerMessage>) {
        self.add(name, frames, answers, Expected::Goodbye);
    }

    /// Is answered as far as this, then closed with one of these codes.
    fn closed(&mut self, name: impl Into<String>, frames: &[RawFrame], answers: Vec<ServerMessage>, codes: &[u16]) {
        self.add(name, frames, answers, Expected::Close(codes.to_vec()));
    }
}

fn text(text: &str) -> RawFrame {
    RawFrame::whole(TEXT, text)
}

fn said(text: &str) -> ServerMessage {
    ServerMessage::Text(text.into())
}

fn framing(cases: &mut Cases) {
    for length in [0, 1, 125, 126, 127, 128, 65_535, 65_536] {
        let (star, zeroes) = ("*".repeat(length), vec![0xfe; length]);
        cases.answered(format!("1.1 a text of {length}"), &[text(&star)], vec![said(&star)]);
        let binary = RawFrame::whole(BINARY, zeroes.clone());
        cases.answered(format!("1.2 a binary message of {length}"), &[binary], vec![ServerMessage::Binary(zeroes)]);
    }
}

fn pings(cases: &mut Cases) {
    for payload in [Vec::new(), b"Hello".to_vec(), vec![0, 255, 254, 0x80], vec![0xfe; 125]] {
        let name = format!("2.1 a ping of {}", payload.len());
        cases.answered(name, &[RawFrame::whole(PING, payload.clone())], vec![ServerMessage::Pong(payload)]);
    }
    cases.closed("2.5 a ping of 126", &[RawFrame::whole(PING, vec![0xfe; 126])], vec![], PROTOCOL);
    cases.answered("2.7 a pong that nobody asked for", &[RawFrame::whole(PONG, "x"), text("a")], vec![said("a")]);
    let mixed = [RawFrame::whole(PONG, "x"), RawFrame::whole(PING, "y")];
    cases.answered("2.9 a ping after such a pong", &mixed, vec![ServerMessage::Pong(b"y".to_vec())]);
    let ten: Vec<RawFrame> = (0..10).map(|n| RawFrame::whole(PING, vec![n])).collect();
    cases.answered("2.10 ten pings", &ten, (0..10).map(|n| ServerMessage::Pong(vec![n])).collect());
}

fn reserved_bits(cases: &mut Cases) {
    for reserved in 1..=7 {
        for opcode in [TEXT, BINARY, PING, CLOSE] {
            let name = format!("3 reserved bits {reserved:03b} with opcode {opcode}");
            let payload: &[u8] = if opcode == CLOSE { &[3, 232] } else { b"*" };
            let wrong = RawFrame { reserved, ..RawFrame::whole(opcode, payload) };
            cases.closed(name, &[text("a"), wrong, text("b")], vec![said("a")], PROTOCOL);
        }
    }
}

fn opcodes(cases: &mut Cases) {
    for opcode in (3..=7).chain(11..=15) {
        for payload in ["", "*"] {
            let name = format!("4 opcode {opcode} with {} bytes", payload.len());
            cases.closed(name, &[text("a"), RawFrame::whole(opcode, payload), text("b")], vec![said("a")], PROTOCOL);
        }
    }
}

fn fragments(cases: &mut Cases) {
    for (name, opcode) in [("5.1 a ping", PING), ("5.2 a pong", PONG), ("5.2 a close", CLOSE)] {
        let parts = [RawFrame::part(opcode, "a"), RawFrame::whole(CONTINUATION, "b")];
        cases.closed(format!("{name} in parts"), &parts, vec![], PROTOCOL);
    }
    let (one, other, ping) =
        (RawFrame::part(TEXT, "one"), RawFrame::whole(CONTINUATION, "other"), RawFrame::whole(PING, "between"));
    let pong = ServerMessage::Pong(b"between".to_vec());
    cases.answered("5.3 a text in two parts", &[one.clone(), other.clone()], vec![said("oneother")]);
    let parts = [RawFrame::part(BINARY, [1]), RawFrame::part(CONTINUATION, []), RawFrame::whole(CONTINUATION, [2])];
    cases.answered("5.3 a binary message in three, one empty", &parts, vec![ServerMessage::Binary(vec![1, 2])]);
    let between = [one.clone(), ping.clone(), other.clone()];
    cases.answered("5.6 a ping between the parts", &between, vec![pong.clone(), said("oneother")]);
    let empty = [RawFrame::part(TEXT, ""), RawFrame::part(CONTINUATION, ""), RawFrame::whole(CONTINUATION, "")];
    cases.answered("5.8 parts with nothing in them", &empty, vec![said("")]);
    for is_last in [true, false] {
        let lone = RawFrame { is_last, ..RawFrame::whole(CONTINUATION, "lone") };
        cases.closed(format!("5.9 a lone continuation, last: {is_last}"), &[lone, text("b")], vec![], PROTOCOL);
    }
    let after = [one.clone(), other.clone(), other];
    cases.closed("5.15 a continuation after the last", &after, vec![said("oneother")], PROTOCOL);
    for opcode in [TEXT, BINARY] {
        let name = format!("5.18 opcode {opcode} within a message");
        cases.closed(name, &[one.clone(), RawFrame::whole(opcode, "x")], vec![], PROTOCOL);
    }
    let parts = (0..5).flat_map(|n| [RawFrame::part(if n == 0 { TEXT } else { CONTINUATION }, "x"), ping.clone()]);
    let parts: Vec<RawFrame> = parts.chain([RawFrame::whole(CONTINUATION, "y")]).collect();
    let answers = std::iter::repeat_n(pong, 5).chain([said("xxxxxy")]).collect();
    cases.answered("5.19 five parts with pings between them", &parts, answers);
}

/// Bytes that are text, or are not; the standard library says which.
const SEQUENCES: [&[u8]; 38] = [
    "Hellö-µ@ßöäüàá-UTF-8!!".as_bytes(),
    "κόσμε".as_bytes(),
    &[0x00],
    &[0x7f],
    &[0xc2, 0x80],
    &[0xdf, 0xbf],
    &[0xe0, 0xa0, 0x80],
    &[0xed, 0x9f, 0xbf],
    &[0xee, 0x80, 0x80],
    &[0xef, 0xbf, 0xbd],
    &[0xef, 0xbf, 0xbe],
    &[0xef, 0xbf, 0xbf],
    &[0xf0, 0x90, 0x80, 0x80],
    &[0xf4, 0x8f, 0xbf, 0xbf],
    &[0xce, 0xba, 0xe1, 0xbd, 0xb9, 0xcf, 0x83, 0xce, 0xbc, 0xce, 0xb5, 0xed, 0xa0, 0x80, 0x65, 0x64],
    &[0xf4, 0x90, 0x80, 0x80],
    &[0xf5, 0x80, 0x80, 0x80],
    &[0xf8, 0x88, 0x80, 0x80, 0x80],
    &[0xfc, 0x84, 0x80, 0x80, 0x80, 0x80],
    &[0xfe],
    &[0xff],
    &[0x80],
    &[0xbf],
    &[0x80, 0xbf, 0x80],
    &[0xc0],
    &[0xc2],
    &[0xc2, 0x41],
    &[0xe1, 0xbd],
    &[0xf0, 0x90, 0x80],
    &[0xc0, 0xaf],
    &[0xc1, 0xbf],
    &[0xe0, 0x80, 0xaf],
    &[0xe0, 0x9f, 0xbf],
    &[0xf0, 0x80, 0x80, 0xaf],
    &[0xf0, 0x8f, 0xbf, 0xbf],
    &[0xed, 0xa0, 0x80],
    &[0xed, 0xaf, 0xbf, 0xed, 0xb0, 0x80],
    &[0xed, 0xbf, 0xbf],
];

fn utf8(cases: &mut Cases) {
    for bytes in SEQUENCES {
        let parts = bytes.iter().enumerate().map(|(index, byte)| {
            let opcode = if index == 0 { TEXT } else { CONTINUATION };
            RawFrame { is_last: index + 1 == bytes.len(), ..RawFrame::whole(opcode, [*byte]) }
        });
        let ways = [("", vec![RawFrame::whole(TEXT, bytes)]), (" in parts of one byte", parts.collect())];
        for (way, frames) in ways {
            let name = format!("6 the bytes {bytes:02x?}{way}");
            if std::str::from_utf8(bytes).is_ok() {
                cases.answered(name, &frames, vec![ServerMessage::Text(bytes.to_vec())]);
            } else {
                cases.closed(name, &frames, vec![], NO_TEXT);
            }
        }
        // What is no text may be anything else.
        cases.answered(
            format!("6 the bytes {bytes:02x?} as no text"),
            &[RawFrame::whole(BINARY, bytes), RawFrame::whole(PING, bytes)],
            vec![ServerMessage::Binary(bytes.to_vec()), ServerMessage::Pong(bytes.to_vec())],
        );
    }
}

fn close(code: u16, reason: &[u8]) -> RawFrame {
    RawFrame::whole(CLOSE, [code.to_be_bytes().as_slice(), reason].concat())
}

fn closes(cases: &mut Cases) {
    cases.closed("7.1 a close after a text", &[text("a"), close(1000, b"")], vec![said("a")], &[1000]);
    cases.closed("7.1 two closes", &[close(1000, b""), close(1000, b"")], vec![], &[1000]);
    let late = [close(1000, b""), RawFrame::whole(PING, "x"), text("late")];
    cases.closed("7.1 what comes after a close is not heard", &late, vec![], &[1000]);
    cases.closed("7.1 a close within a message", &[RawFrame::part(TEXT, "a"), close(1000, b"")], vec![], &[1000]);
    cases.closed("7.3 a close without a code", &[RawFrame::whole(CLOSE, [])], vec![], &[1000, 1005]);
    cases.closed("7.3 half a code", &[RawFrame::whole(CLOSE, [3])], vec![], BAD_CODE);
    cases.closed("7.3 a reason", &[close(1000, "Hei hei".as_bytes())], vec![], &[1000]);
    cases.closed("7.3 the longest reason", &[close(1000, &[b'*'; 123])], vec![], &[1000]);
    cases.closed("7.3 a reason that is too long", &[close(1000, &[b'*'; 124])], vec![], PROTOCOL);
    cases.closed("7.5 a reason that is no text", &[close(1000, &[0xc0, 0xaf])], vec![], &[1002, 1007]);
    for code in [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999] {
        cases.closed(format!("7.7 code {code}"), &[close(code, b"")], vec![], &[code, 1000]);
    }
    for code in [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535] {
        cases.closed(format!("7.9 code {code}, which nobody may say"), &[close(code, b"")], vec![], BAD_CODE);
    }
}

fn masks_and_lengths(cases: &mut Cases) {
    for opcode in [TEXT, BINARY, PING, CLOSE] {
        let bare = RawFrame { is_masked: false, ..RawFrame::whole(opcode, [3, 232]) };
        cases.closed(format!("8.1 opcode {opcode} without a mask"), &[bare], vec![], PROTOCOL);
    }
    for claimed in [1 << 63, u64::MAX] {
        let endless = RawFrame { claimed: Some(claimed), ..text("a") };
        cases.closed(format!("8.2 a length of {claimed}"), &[endless], vec![], &[1002, 1009]);
    }
}

fn long_messages(cases: &mut Cases) {
    let long: String = ('a'..='z').cycle().take(65_536).collect();
    let parts = long.as_bytes().chunks(1300).enumerate().map(|(index, part)| {
        let opcode = if index == 0 { TEXT } else { CONTINUATION };
        RawFrame { is_last: (index + 1) * 1300 >= long.len(), ..RawFrame::whole(opcode, part) }
    });
    let parts: Vec<RawFrame> = parts.collect();
    cases.answered("10.1 a text of 65,536 in parts of 1,300", &parts, vec![said(&long)]);
}
