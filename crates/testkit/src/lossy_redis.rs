//! A bell that does not always ring: a proxy before a Redis, which loses messages to other nodes on their way, and
//! nothing else.

use std::{
    net::SocketAddr,
    ops::Range,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{
        TcpListener, TcpStream,
        tcp::{OwnedReadHalf, OwnedWriteHalf},
    },
};
use tokio_util::sync::CancellationToken;

use crate::redis::RedisServer;

/// A proxy before a Redis. It ends when dropped, with all its connections.
#[derive(Debug)]
pub struct LossyRedis {
    address: SocketAddr,
    shared: Arc<LossyRedisShared>,
}

#[derive(Debug)]
struct LossyRedisShared {
    /// The share of messages that is lost, as the bits of a number from 0 to 1.
    share: AtomicU64,
    lost: AtomicUsize,
    chance: Mutex<StdRng>,
    end: CancellationToken,
}

impl LossyRedis {
    /// Starts one that loses nothing yet; which messages it will lose follows from the seed.
    ///
    /// # Panics
    /// Where there is no port to be had.
    pub async fn start(redis: &RedisServer, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(LossyRedisShared {
            share: AtomicU64::new(0),
            lost: AtomicUsize::new(0),
            chance: Mutex::new(StdRng::seed_from_u64(seed)),
            end: CancellationToken::new(),
        });
        tokio::spawn(accept(listener, redis.address(), Arc::clone(&shared)));
        Self { address, shared }
    }

    /// Its URL, as `REDIS_URL` takes it.
    #[must_use]
    pub fn url(&self) -> String {
        format!("redis://{}", self.address)
    }

    /// From now on this share of all messages is lost, from 0 to 1.
    pub fn lose(&self, share: f64) {
        self.shared.share.store(share.to_bits(), Ordering::SeqCst);
    }

    /// How many were lost so far.
    #[must_use]
    pub fn lost(&self) -> usize {
        self.shared.lost.load(Ordering::SeqCst)
    }
}

impl Drop for LossyRedis {
    fn drop(&mut self) {
        self.shared.end.cancel();
    }
}

impl LossyRedisShared {
    fn loses(&self) -> bool {
        let share = f64::from_bits(self.share.load(Ordering::SeqCst));
        let loses = self.chance.lock().unwrap_or_else(PoisonError::into_inner).random_bool(share);
        self.lost.fetch_add(usize::from(loses), Ordering::SeqCst);
        loses
    }
}

async fn accept(listener: TcpListener, redis: SocketAddr, shared: Arc<LossyRedisShared>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = shared.end.cancelled() => return,
        };
        let Ok((node, _)) = accepted else { continue };
        let shared = Arc::clone(&shared);
        tokio::spawn(async move {
            let Ok(server) = TcpStream::connect(redis).await else { return };
            // Two sockets of this machine; where one of them is gone already, what follows says so.
            let _prompt = (node.set_nodelay(true), server.set_nodelay(true));
            let ((from_node, mut to_node), (mut from_server, to_server)) = (node.into_split(), server.into_split());
            tokio::select! {
                _ended = tokio::io::copy(&mut from_server, &mut to_node) => {}
                () = carry(from_node, to_server, &shared) => {}
                () = shared.end.cancelled() => {}
            }
        });
    }
}

/// Carries commands, whole ones, and leads those that are to be lost where nobody listens.
async fn carry(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, shared: &LossyRedisShared) {
    let (mut waiting, mut piece) = (Vec::new(), vec![0; 16 * 1024]);
    while let Ok(read @ 1..) = from.read(&mut piece).await {
        waiting.extend_from_slice(&piece[..read]);
        let mut whole = 0;
        while let Some(command) = RedisCommand::first(&waiting[whole..]) {
            if let Some(channel) = command.publishes(&waiting[whole..])
                && shared.loses()
            {
                waiting[whole + channel.start] = b'#';
            }
            whole += command.length;
        }
        if to.write_all(&waiting[..whole]).await.is_err() {
            return;
        }
        waiting.drain(..whole);
    }
}

/// A command of the Redis protocol: an array of byte strings.
struct RedisCommand {
    length: usize,
    parts: Vec<Range<usize>>,
}

impl RedisCommand {
    /// The first one, if it is there as a whole.
    fn first(bytes: &[u8]) -> Option<Self> {
        let (count, mut at) = number(bytes, 0, b'*')?;
        let mut parts = Vec::with_capacity(count);
        for _ in 0..count {
            let (length, begin) = number(bytes, at, b'$')?;
            at = begin + length + 2;
            parts.push(begin..begin + length);
        }
        (bytes.len() >= at).then_some(Self { length: at, parts })
    }

    /// Where the channel of its message stands, if it is one.
    fn publishes(&self, bytes: &[u8]) -> Option<Range<usize>> {
        let name = bytes.get(self.parts.first()?.clone())?;
        name.eq_ignore_ascii_case(b"PUBLISH").then(|| self.parts.get(1).cloned()).flatten()
    }
}

/// A number after its mark, and where what follows begins; none where it is not there as a whole.
fn number(bytes: &[u8], at: usize, mark: u8) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let end = rest.windows(2).position(|two| two == b"\r\n")?;
    assert_eq!(rest[0], mark, "a node speaks the protocol of Redis");
    let number = std::str::from_utf8(&rest[1..end]).ok().and_then(|text| text.parse().ok());
    Some((number.expect("a node speaks the protocol of Redis"), at + end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_found_as_soon_as_it_is_whole() {
        let said = b"*3\r\n$7\r\nPUBLISH\r\n$4\r\nroom\r\n$5\r\nh\r\nei\r\n*1\r\n$4\r\nPING\r\n";
        let whole = said.len() - 14;
        assert!((0..whole).all(|length| RedisCommand::first(&said[..length]).is_none()));
        let publish = RedisCommand::first(said).unwrap();
        assert_eq!(publish.length, whole);
        assert_eq!(&said[publish.publishes(said).unwrap()], b"room");
        let ping = RedisCommand::first(&said[whole..]).unwrap();
        assert_eq!((ping.length, ping.publishes(&said[whole..])), (14, None));
    }

    #[tokio::test]
    async fn loses_messages_and_nothing_else() {
        let Some(server) = RedisServer::start().await else { return };
        let bell = LossyRedis::start(&server, 1).await;
        let client = redis::Client::open(bell.url()).unwrap();
        let mut connection = client.get_multiplexed_async_connection().await.unwrap();
        let heard = async |connection: &mut redis::aio::MultiplexedConnection| {
            let publish = redis::cmd("PUBLISH").arg("room").arg("hei").to_owned();
            publish.query_async::<i64>(connection).await.unwrap()
        };
        let mut listener = client.get_async_pubsub().await.unwrap();
        listener.subscribe("room").await.unwrap();
        assert_eq!(heard(&mut connection).await, 1);
        bell.lose(1.0);
        assert_eq!((heard(&mut connection).await, bell.lost()), (0, 1));
        redis::cmd("SET").arg("key").arg("value").exec_async(&mut connection).await.unwrap();
        bell.lose(0.0);
        assert_eq!((heard(&mut connection).await, bell.lost()), (1, 1));
    }
}
