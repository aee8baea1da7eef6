//! The crowd: thousands of watchers in one thread. Each is a socket that does not block, a place in an array, and what it
//! was told last; a frame is read where it came in, and nothing is allocated for it.

mod tally;
mod watcher;

use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use socket2::{Domain, Socket, Type};

pub(crate) use tally::Tally;
use watcher::{CrowdWatcher, WatcherStage};

use crate::{
    call::header,
    clock::{Micros, now},
    frame::write_text,
    poll::Poll,
    trouble::{Trouble, Trying},
};

/// Connections that are being opened at a time, and subscriptions that wait for their answer.
const AT_ONCE: usize = 256;
/// Watchers that share a source address: each address has some 28,000 ports.
const PER_ADDRESS: usize = 5_000;
/// How long anything may take before the run is given up.
const PATIENCE: Micros = 30_000_000;
/// What is read at a time.
const PIECE: usize = 64 * 1024;

/// An order, as a watcher must know it.
#[derive(Debug, Clone)]
pub(crate) struct CrowdOrder {
    pub(crate) id: String,
    pub(crate) key: String,
}

/// Whom the crowd talks to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The product's live line: orders.
    Live,
    /// The product's live line: whether restaurants take orders. An order's id names the restaurant.
    Shop,
    /// The bare server: four bytes that say which topic.
    Bare,
}

/// How long it took until all stood.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Opened {
    /// Connections that were opened and greeted.
    pub(crate) connecting: Micros,
    /// Subscriptions that were answered, with their snapshots.
    pub(crate) subscribing: Micros,
}

/// All watchers, and what they were told.
pub(crate) struct Crowd {
    pub(crate) poll: Poll,
    pub(crate) tally: Tally,
    watchers: Vec<CrowdWatcher>,
    dialect: Dialect,
    piece: Vec<u8>,
    ready: Vec<u64>,
    /// How many watchers have come to the stage that is waited for.
    arrived: usize,
}

impl Crowd {
    /// Nobody yet.
    pub(crate) fn new(dialect: Dialect) -> Result<Self, Trouble> {
        Ok(Self {
            poll: Poll::new()?,
            tally: Tally::default(),
            watchers: Vec::new(),
            dialect,
            piece: vec![0; PIECE],
            ready: Vec::new(),
            arrived: 0,
        })
    }

    /// Whom it talks to.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// How many watch.
    pub(crate) fn len(&self) -> usize {
        self.watchers.len()
    }

    /// Lets so many more watch, in turn one of each order. All connections are opened first, then all subscribe.
    pub(crate) fn open(&mut self, server: SocketAddr, orders: &[CrowdOrder], count: usize) -> Result<Opened, Trouble> {
        let (first, began) = (self.watchers.len(), now());
        let last = first + count;
        self.arrived = first;
        for place in first..last {
            self.connect(server, place, place % orders.len())?;
            while place + 1 - self.arrived >= AT_ONCE {
                self.turn(now() + PATIENCE)?;
            }
        }
        self.until_arrived(last)?;
        let greeted = now();
        if self.dialect != Dialect::Bare {
            self.arrived = first;
            let mut frame = Vec::new();
            for place in first..last {
                let order = &orders[place % orders.len()];
                let (id, key) = (&order.id, &order.key);
                let text = match self.dialect {
                    Dialect::Shop => {
                        format!(r#"{{"type":"subscribe","topic":"shop","restaurantId":"{id}","orderType":"pickup"}}"#)
                    }
                    _ => format!(r#"{{"type":"subscribe","topic":"order","orderId":"{id}","orderKey":"{key}"}}"#),
                };
                frame.clear();
                write_text(text.as_bytes(), &mut frame);
                self.watchers[place].say(&frame)?;
                while place + 1 - self.arrived >= AT_ONCE {
                    self.turn(now() + PATIENCE)?;
                }
            }
            self.until_arrived(last)?;
        }
        Ok(Opened { connecting: greeted - began, subscribing: now() - greeted })
    }

    /// Waits for what comes, at most until a moment; the numbers of what is not a watcher's are given back.
    pub(crate) fn turn(&mut self, until: Micros) -> Result<&[u64], Trouble> {
        self.poll.wait(Some(until), &mut self.ready)?;
        let Self { watchers, piece, tally, arrived, .. } = self;
        for number in &self.ready {
            if let Some(watcher) = usize::try_from(*number).ok().and_then(|place| watchers.get_mut(place)) {
                *arrived += usize::from(watcher.read(piece, tally)?);
            }
        }
        let watchers = self.watchers.len() as u64;
        self.ready.retain(|number| *number >= watchers);
        Ok(&self.ready)
    }

    /// Reads on until nothing came for a while, at most so long.
    pub(crate) fn settle(&mut self, quiet: Micros, most: Micros) -> Result<(), Trouble> {
        let end = now() + most;
        let (mut seen, mut since) = (self.tally.frames(), now());
        while now() < end && now() - since < quiet {
            self.turn(now() + quiet)?;
            if self.tally.frames() != seen {
                (seen, since) = (self.tally.frames(), now());
            }
        }
        Ok(())
    }

    fn connect(&mut self, server: SocketAddr, place: usize, order: usize) -> Result<(), Trouble> {
        let stream = connect_from(place / PER_ADDRESS, server)?;
        self.poll.add(&stream, place as u64)?;
        let mut watcher = CrowdWatcher::new(stream, u32::try_from(order).unwrap_or(u32::MAX));
        match self.dialect {
            Dialect::Live | Dialect::Shop => {
                watcher.say(upgrade(server, "/api/tracking/live", "ovelle.live.v1", "").as_bytes())?
            }
            Dialect::Bare => {
                watcher.stage = WatcherStage::Greeting;
                watcher.say(&u32::try_from(order).unwrap_or(u32::MAX).to_le_bytes())?;
            }
        }
        self.watchers.push(watcher);
        Ok(())
    }

    fn until_arrived(&mut self, all: usize) -> Result<(), Trouble> {
        let end = now() + PATIENCE;
        while self.arrived < all {
            self.turn(end)?;
            if now() >= end {
                return Err(Trouble::new(format!("only {} of {all} watchers were answered", self.arrived)));
            }
        }
        Ok(())
    }
}

/// Connects from one of the machine's own addresses. The connection is broken off, not closed, when it is dropped: no port
/// stays taken by it.
fn connect_from(address: usize, server: SocketAddr) -> Result<TcpStream, Trouble> {
    let own = Ipv4Addr::new(127, 0, 0, u8::try_from(address + 2).unwrap_or(1));
    let socket = socket_from(own, server)?;
    socket.set_nonblocking(true).trying("a socket that does not block")?;
    socket.set_tcp_nodelay(true).trying("TCP_NODELAY")?;
    Ok(socket.into())
}

/// A connection from an address of this machine, broken off when it is dropped.
pub(crate) fn socket_from(own: Ipv4Addr, server: SocketAddr) -> Result<Socket, Trouble> {
    let socket = Socket::new(Domain::IPV4, Type::STREAM, None).trying("a socket")?;
    socket.bind(&SocketAddr::from((own, 0)).into()).trying("an address of its own")?;
    socket.set_linger(Some(std::time::Duration::ZERO)).trying("SO_LINGER")?;
    socket.connect(&server.into()).trying("a connection")?;
    Ok(socket)
}

/// The request that opens a line. Its key is that of RFC 6455's own sample, so that the right answer is known.
pub(crate) fn upgrade(server: SocketAddr, path: &str, protocol: &str, headers: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
         Sec-WebSocket-Protocol: {protocol}\r\n{headers}\r\n"
    )
}

/// How long the answer to [`upgrade`] is, once it is whole; refused where it is not the right one.
pub(crate) fn upgraded(came: &[u8]) -> Result<Option<usize>, Trouble> {
    let Some(end) = came.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let head = &came[..end + 2];
    if head.starts_with(b"HTTP/1.1 101") && header(head, "sec-websocket-accept") == Some("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    {
        return Ok(Some(end + 4));
    }
    Err(Trouble::new(format!("no line was opened: {}", String::from_utf8_lossy(came))))
}
