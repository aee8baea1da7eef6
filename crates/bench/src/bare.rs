//! The bare server: the least that a server must do to tell its watchers. It knows no HTTP, no JSON and no rules; it has one
//! ready-made WebSocket frame of the product's size for each topic, puts the time into it that it is told, and writes it
//! to each socket of that topic. Beside it stands what the product costs.

use std::{
    io::{ErrorKind, Read, Write},
    net::{TcpListener, TcpStream},
};

use crate::{
    frame::write_server_text,
    poll::Poll,
    trouble::{Trouble, Trying},
};

/// The number of the listener in epoll.
const LISTENER: u64 = 0;
/// What everybody says first: the number of a topic, or none such.
const GREETING: usize = 4;
/// A publication: the topic, then the moment as text.
const MOMENT: usize = 27;
const RECORD: usize = 4 + MOMENT;

/// Who is connected, as far as is known.
enum Peer {
    Stranger,
    Watcher,
    Publisher(Vec<u8>),
}

/// One topic: its frame, where the time stands in it, and who watches.
struct BareTopic {
    frame: Vec<u8>,
    moment: usize,
    watchers: Vec<usize>,
}

struct Bare {
    peers: Vec<(TcpStream, Peer)>,
    topics: Vec<BareTopic>,
}

/// Serves until the process is ended.
pub(crate) fn serve() -> Result<(), Trouble> {
    let listener = TcpListener::bind("127.0.0.1:0").trying("a listener")?;
    listener.set_nonblocking(true).trying("a listener that does not block")?;
    say(&format!("listening address={}", listener.local_addr().trying("the listener's address")?));
    let mut poll = Poll::new()?;
    poll.add(&listener, LISTENER)?;
    let mut bare = Bare { peers: Vec::new(), topics: Vec::new() };
    let (mut ready, mut piece) = (Vec::new(), vec![0; 64 * 1024]);
    loop {
        poll.wait(None, &mut ready)?;
        for number in &ready {
            if *number == LISTENER {
                bare.accept(&listener, &poll)?;
            } else {
                bare.read(usize::try_from(number - 1).unwrap_or(usize::MAX), &mut piece);
            }
        }
    }
}

impl Bare {
    fn accept(&mut self, listener: &TcpListener, poll: &Poll) -> Result<(), Trouble> {
        loop {
            match listener.accept() {
                Ok((stream, _)) => {
                    stream.set_nonblocking(true).trying("a socket that does not block")?;
                    stream.set_nodelay(true).trying("TCP_NODELAY")?;
                    self.peers.push((stream, Peer::Stranger));
                    poll.add(&self.peers[self.peers.len() - 1].0, self.peers.len() as u64)?;
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(Trouble::new(format!("a connection: {error}"))),
            }
        }
    }

    fn read(&mut self, place: usize, piece: &mut [u8]) {
        loop {
            let Some((stream, peer)) = self.peers.get_mut(place) else { return };
            let Ok(length) = stream.read(piece) else { return };
            if length == 0 {
                return;
            }
            let came = &piece[..length];
            match peer {
                Peer::Stranger => {
                    let topic = came.first_chunk().map_or(u32::MAX, |number| u32::from_le_bytes(*number));
                    self.greet(place, topic);
                    // A publisher's first records may have come with its greeting.
                    self.hear(place, &came[came.len().min(GREETING)..]);
                }
                Peer::Watcher | Peer::Publisher(_) => self.hear(place, came),
            }
            if length < piece.len() {
                return;
            }
        }
    }

    /// Publishes the whole records that have come, and answers each with a byte.
    fn hear(&mut self, place: usize, came: &[u8]) {
        let Some((_, Peer::Publisher(rest))) = self.peers.get_mut(place) else { return };
        rest.extend(came);
        let records = std::mem::take(rest);
        let whole = records.len() / RECORD * RECORD;
        for record in records[..whole].chunks_exact(RECORD) {
            self.publish(record);
        }
        let (stream, peer) = &mut self.peers[place];
        // The generator reads its answers before it says more.
        let _broken = stream.write_all(&vec![1; whole / RECORD]);
        *peer = Peer::Publisher(records[whole..].to_vec());
    }

    /// Makes a stranger a watcher of a topic, or the publisher.
    fn greet(&mut self, place: usize, topic: u32) {
        let Some(topic) = usize::try_from(topic).ok().filter(|_| topic != u32::MAX) else {
            self.peers[place].1 = Peer::Publisher(Vec::new());
            return;
        };
        while self.topics.len() <= topic {
            self.topics.push(BareTopic::new(self.topics.len()));
        }
        self.topics[topic].watchers.push(place);
        let (stream, peer) = &mut self.peers[place];
        *peer = Peer::Watcher;
        let _broken = stream.write(&self.topics[topic].frame);
    }

    fn publish(&mut self, record: &[u8]) {
        let topic = record.first_chunk().map_or(u32::MAX, |number| u32::from_le_bytes(*number));
        let Some(topic) = usize::try_from(topic).ok().and_then(|topic| self.topics.get_mut(topic)) else { return };
        topic.frame[topic.moment..topic.moment + MOMENT].copy_from_slice(&record[4..]);
        for watcher in &topic.watchers {
            // A full socket loses the frame, and the generator counts it.
            let _full = self.peers[*watcher].0.write(&topic.frame);
        }
    }
}

impl BareTopic {
    /// A position as the product sends it.
    fn new(number: usize) -> Self {
        let order = 10_000 + number;
        let before = format!(
            r#"{{"type":"position","orderId":"{order}","lat":60.16981,"lng":24.94565,"headingDeg":84.0,"speedKmh":31.0,"at":""#
        );
        let text = format!(r#"{before}2026-01-01T00:00:00.000000Z","stopsBefore":0}}"#);
        let mut frame = Vec::new();
        write_server_text(text.as_bytes(), &mut frame);
        let moment = frame.len() - text.len() + before.len();
        Self { frame, moment, watchers: Vec::new() }
    }
}

#[expect(clippy::print_stderr, reason = "the one line by which its parent finds it")]
fn say(text: &str) {
    eprintln!("{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_that_come_with_the_greeting_are_answered() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let mut publisher = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let record = [7_u32.to_le_bytes().as_slice(), &[b'0'; MOMENT]].concat();
        let (whole, half) = (record.repeat(2), &record[..RECORD / 2]);
        publisher.write_all(&[u32::MAX.to_le_bytes().as_slice(), &whole, half].concat()).unwrap();
        let mut bare = Bare { peers: vec![(listener.accept().unwrap().0, Peer::Stranger)], topics: Vec::new() };
        bare.read(0, &mut vec![0; 1024]);
        publisher.write_all(&record[half.len()..]).unwrap();
        bare.read(0, &mut vec![0; 1024]);
        let mut answers = [0; 3];
        publisher.read_exact(&mut answers).unwrap();
        assert_eq!(answers, [1; 3]);
    }
}
