//! A client that can say what no client should: frames are made bit by bit, and sent in pieces of any size.

use std::{io, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// How long anything may take to come. Nothing waits this long in a run that passes.
const PATIENCE: Duration = Duration::from_secs(10);
/// What every frame is masked with.
const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];

/// A continuation's opcode.
pub const CONTINUATION: u8 = 0;
/// A text's opcode.
pub const TEXT: u8 = 1;
/// A binary message's opcode.
pub const BINARY: u8 = 2;
/// A close's opcode.
pub const CLOSE: u8 = 8;
/// A ping's opcode.
pub const PING: u8 = 9;
/// A pong's opcode.
pub const PONG: u8 = 10;

/// A frame, right or wrong.
#[derive(Debug, Clone)]
pub struct RawFrame {
    /// Four bits.
    pub opcode: u8,
    /// Whether it is the last of its message.
    pub is_last: bool,
    /// The reserved bits, three of them.
    pub reserved: u8,
    /// Whether it is masked, as a client's must be.
    pub is_masked: bool,
    /// What it says its payload's length is, where that is not the truth.
    pub claimed: Option<u64>,
    pub payload: Vec<u8>,
}

impl RawFrame {
    /// A whole message.
    pub fn whole(opcode: u8, payload: impl Into<Vec<u8>>) -> Self {
        Self { opcode, is_last: true, reserved: 0, is_masked: true, claimed: None, payload: payload.into() }
    }

    /// A message's part that others follow.
    pub fn part(opcode: u8, payload: impl Into<Vec<u8>>) -> Self {
        Self { is_last: false, ..Self::whole(opcode, payload) }
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        let masked = u8::from(self.is_masked) << 7;
        let mut bytes = vec![u8::from(self.is_last) << 7 | self.reserved << 4 | self.opcode];
        let length = self.claimed.unwrap_or(self.payload.len() as u64);
        match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length @ 0..=125), _) => bytes.push(masked | length),
            (_, Ok(length)) => {
                bytes.push(masked | 126);
                bytes.extend(length.to_be_bytes());
            }
            _ => {
                bytes.push(masked | 127);
                bytes.extend(length.to_be_bytes());
            }
        }
        if self.is_masked {
            bytes.extend(MASK);
            bytes.extend(self.payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        } else {
            bytes.extend(&self.payload);
        }
        bytes
    }
}

/// What a server said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ServerMessage {
    /// A text.
    Text(Vec<u8>),
    /// A binary message.
    Binary(Vec<u8>),
    /// A ping of its own.
    Ping(Vec<u8>),
    /// An answer to a ping.
    Pong(Vec<u8>),
    /// A close with its code, 1005 without one.
    Close(u16),
    /// The end of the stream.
    End,
    /// Nothing for so long that nothing will come.
    Silence,
    /// What no server may say.
    Nonsense(String),
}

/// An open socket.
#[derive(Debug)]
pub struct Client {
    stream: TcpStream,
    early: Vec<u8>,
}

impl Client {
    /// Opens a socket at `ws://host:port/path`.
    ///
    /// # Errors
    /// Where nobody answers, or not as a WebSocket server does.
    pub async fn open(url: &str, protocol: Option<&str>) -> io::Result<Self> {
        let wrong = |what: &str| io::Error::other(format!("{url}: {what}"));
        let rest = url.strip_prefix("ws://").ok_or_else(|| wrong("no ws:// address"))?;
        let (host, path) = rest.split_once('/').map_or((rest, String::new()), |(host, path)| (host, path.to_owned()));
        let mut stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        let protocol = protocol.map_or(String::new(), |name| format!("Sec-WebSocket-Protocol: {name}\r\n"));
        let request = format!(
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{protocol}\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let mut client = Self { stream, early: Vec::new() };
        let end = loop {
            if let Some(end) = client.early.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
            if !client.more().await? {
                return Err(wrong("the stream ended within the handshake"));
            }
        };
        let head = String::from_utf8_lossy(&client.early[..end]).to_ascii_lowercase();
        client.early.drain(..end);
        // What the key above is answered with, by the standard.
        let is_ours = head.starts_with("http/1.1 101 ") && head.contains("s3pplmbitxaq9kygzzhzrbk+xoo=");
        if is_ours { Ok(client) } else { Err(wrong(&format!("no handshake: {head}"))) }
    }

    /// Sends bytes, at most so many at a time. A server that has gone is not asked why.
    pub async fn send(&mut self, bytes: &[u8], at_a_time: usize) {
        for piece in bytes.chunks(at_a_time.max(1)) {
            if self.stream.write_all(piece).await.is_err() {
                return;
            }
            // So that the pieces travel as such.
            tokio::task::yield_now().await;
        }
    }

    /// What the server says next.
    pub async fn next(&mut self) -> ServerMessage {
        timeout(PATIENCE, self.read()).await.unwrap_or(ServerMessage::Silence)
    }

    async fn read(&mut self) -> ServerMessage {
        let (head, rest) = loop {
            match head_of(&self.early) {
                Ok(Some((head, from, to))) if self.early.len() >= to => break (head, from..to),
                Ok(_) => {}
                Err(what) => return ServerMessage::Nonsense(what),
            }
            match self.more().await {
                Ok(true) => {}
                // A reset is an end, too.
                Ok(false) | Err(_) => return ServerMessage::End,
            }
        };
        let payload = self.early[rest.clone()].to_vec();
        self.early.drain(..rest.end);
        match head {
            TEXT => ServerMessage::Text(payload),
            BINARY => ServerMessage::Binary(payload),
            PING => ServerMessage::Ping(payload),
            PONG => ServerMessage::Pong(payload),
            CLOSE => match payload.as_slice() {
                [] => ServerMessage::Close(1005),
                [high, low, ..] => ServerMessage::Close(u16::from_be_bytes([*high, *low])),
                [_] => ServerMessage::Nonsense("a close with half a code".to_owned()),
            },
            opcode => ServerMessage::Nonsense(format!("a frame with opcode {opcode}")),
        }
    }

    async fn more(&mut self) -> io::Result<bool> {
        let mut room = vec![0; 64 * 1024];
        let count = self.stream.read(&mut room).await?;
        self.early.extend_from_slice(&room[..count]);
        Ok(count > 0)
    }
}

/// The opcode of the frame that begins here, and where its payload begins and ends; none where more must come.
fn head_of(bytes: &[u8]) -> Result<Option<(u8, usize, usize)>, String> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & 0x70 != 0 || first & 0x80 == 0 || second & 0x80 != 0 {
        return Err(format!("a frame that begins with {first:#04x} {second:#04x}"));
    }
    let (length, from) = match (second & 0x7f, rest) {
        (126, [a, b, ..]) => (usize::from(u16::from_be_bytes([*a, *b])), 4),
        (127, rest) if rest.len() >= 8 => {
            let length = rest[..8].iter().fold(0_u64, |length, byte| length << 8 | u64::from(*byte));
            (usize::try_from(length).map_err(|_| format!("a frame of {length} bytes"))?, 10)
        }
        (126 | 127, _) => return Ok(None),
        (length, _) => (usize::from(length), 2),
    };
    Ok(Some((first & 0x0f, from, from + length)))
}
