//! Who says where cars are: the product's dispatch line, or the bare server's own.

use std::{
    collections::HashMap,
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
};

use crate::{
    call::KEY,
    clock::{Micros, now, write_moment},
    crowd::{Dialect, upgrade, upgraded},
    frame::{Frames, WireFrameKind, field, number, write_text},
    histogram::Histogram,
    poll::Poll,
    trouble::{Trouble, Trying},
};

/// Calls that one line takes at a time (docs/dispatch.md, "Limits").
const IN_FLIGHT: usize = 64;

/// A connection that says where cars are.
pub(crate) struct PositionPublisher {
    stream: TcpStream,
    dialect: Dialect,
    /// Not yet handed to the kernel.
    out: Vec<u8>,
    rest: Vec<u8>,
    text: Vec<u8>,
    sent: HashMap<i64, Micros>,
    next: i64,
    /// Calls of the bare server, which answers in turn.
    first: i64,
    /// From the moment of sending to the answer.
    pub(crate) answers: Histogram,
    /// Positions that were news to the server.
    pub(crate) accepted: u64,
    /// Calls that the server had no time for.
    pub(crate) refused: u64,
}

/// A place on the earth, degrees.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GeoPoint {
    pub(crate) lat: f64,
    pub(crate) lng: f64,
}

impl PositionPublisher {
    /// Connects, and waits until the server takes calls.
    pub(crate) fn open(poll: &Poll, server: SocketAddr, dialect: Dialect, number: u64) -> Result<Self, Trouble> {
        let mut stream = TcpStream::connect(server).trying("a dispatch line")?;
        stream.set_nodelay(true).trying("TCP_NODELAY")?;
        match dialect {
            Dialect::Live | Dialect::Shop => {
                let key = format!("Authorization: Bearer {KEY}\r\n");
                let request = upgrade(server, "/api/dispatch/live", "ovelle.dispatch.v1", &key);
                stream.write_all(request.as_bytes()).trying("a dispatch line")?;
                let mut came = Vec::new();
                // Byte by byte, so that nothing of what follows is taken.
                while upgraded(&came)?.is_none() {
                    let mut byte = [0];
                    stream.read_exact(&mut byte).trying("a dispatch line's answer")?;
                    came.extend(byte);
                }
            }
            Dialect::Bare => stream.write_all(&u32::MAX.to_le_bytes()).trying("the bare server's line")?,
        }
        stream.set_nonblocking(true).trying("a socket that does not block")?;
        poll.add(&stream, number)?;
        Ok(Self {
            stream,
            dialect,
            out: Vec::new(),
            rest: Vec::new(),
            text: Vec::new(),
            sent: HashMap::new(),
            next: 1,
            first: 1,
            answers: Histogram::default(),
            accepted: 0,
            refused: 0,
        })
    }

    /// Whether another call may be made.
    pub(crate) fn has_room(&self) -> bool {
        self.sent.len() < IN_FLIGHT
    }

    /// How many calls have no answer yet.
    pub(crate) fn busy(&self) -> usize {
        self.sent.len()
    }

    /// Says where the car of this order was at these moments; it leaves with [`Self::flush`].
    pub(crate) fn position(&mut self, order: usize, place: GeoPoint, moments: &[Micros]) -> Result<(), Trouble> {
        match self.dialect {
            Dialect::Live | Dialect::Shop => {
                let (text, id) = (&mut self.text, self.next);
                text.clear();
                write!(text, r#"{{"type":"position","id":{id},"carId":"car-{order}","positions":["#)
                    .trying("a call")?;
                for (index, moment) in moments.iter().enumerate() {
                    let comma = if index == 0 { "" } else { "," };
                    let GeoPoint { lat, lng } = place;
                    write!(text, r#"{comma}{{"lat":{lat:.5},"lng":{lng:.5},"at":""#).trying("a call")?;
                    write_moment(*moment, text);
                    text.extend(br#"","headingDeg":84,"speedKmh":31}"#);
                }
                text.extend(b"]}");
                write_text(text, &mut self.out);
            }
            Dialect::Bare => {
                self.out.extend(u32::try_from(order).unwrap_or(u32::MAX).to_le_bytes());
                write_moment(moments.last().copied().unwrap_or_default(), &mut self.out);
            }
        }
        self.sent.insert(self.next, now());
        self.next += 1;
        Ok(())
    }

    /// Hands what was said to the kernel; what it does not take stays for the next time.
    pub(crate) fn flush(&mut self) -> Result<(), Trouble> {
        while !self.out.is_empty() {
            match self.stream.write(&self.out) {
                Ok(length) => drop(self.out.drain(..length)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Trouble::new(format!("a dispatch line: {error}"))),
            }
        }
        Ok(())
    }

    /// Reads the answers that have come.
    pub(crate) fn read(&mut self) -> Result<(), Trouble> {
        let mut piece = [0; 16 * 1024];
        loop {
            match self.stream.read(&mut piece) {
                Ok(0) => return Err(Trouble::new("the server closed a dispatch line")),
                Ok(length) => self.rest.extend(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Trouble::new(format!("a dispatch line: {error}"))),
            }
        }
        let now = now();
        match self.dialect {
            Dialect::Bare => {
                for _ in 0..self.rest.len() {
                    self.answered(self.first, 1, now);
                    self.first += 1;
                }
                self.rest.clear();
            }
            Dialect::Live | Dialect::Shop => {
                let came = std::mem::take(&mut self.rest);
                let mut frames = Frames::of(&came);
                for (kind, text) in frames.by_ref() {
                    self.hear(kind, text, now)?;
                }
                self.rest = frames.rest().to_vec();
            }
        }
        self.flush()
    }

    fn hear(&mut self, kind: WireFrameKind, text: &[u8], now: Micros) -> Result<(), Trouble> {
        match (kind, field(text, br#""type":""#, b"\"")) {
            (WireFrameKind::Text, Some(b"ack" | b"acks")) => {}
            (WireFrameKind::Text, Some(b"beat")) | (WireFrameKind::Control, _) => return Ok(()),
            (WireFrameKind::Text, Some(b"error"))
                if field(text, br#""code":""#, b"\"") == Some(b"service/unavailable") =>
            {
                self.refused += 1;
                let id = number(text, br#""id":"#).ok_or_else(|| Trouble::new("a refusal without its number"))?;
                self.answered(id, 0, now);
                return Ok(());
            }
            _ => return Err(Trouble::new(format!("a call is refused: {}", String::from_utf8_lossy(text)))),
        }
        // One answer begins where the next "id" stands.
        let mark = br#""id":"#;
        let mut begins: Vec<usize> =
            text.windows(mark.len()).enumerate().filter(|(_, is)| is == mark).map(|(at, _)| at).collect();
        begins.push(text.len());
        for ends in begins.windows(2) {
            let answer = &text[ends[0]..ends[1]];
            let (id, accepted) = (number(answer, mark), number(answer, br#""accepted":"#));
            let (id, accepted) = id.zip(accepted).ok_or_else(|| Trouble::new("an answer without its number"))?;
            self.answered(id, u64::try_from(accepted).unwrap_or(0), now);
        }
        Ok(())
    }

    fn answered(&mut self, id: i64, accepted: u64, now: Micros) {
        if let Some(sent) = self.sent.remove(&id) {
            self.answers.count(now - sent);
            self.accepted += accepted;
        }
    }
}
