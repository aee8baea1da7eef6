//! Connections to the Redis server, and what may be logged of their errors.

use std::{
    convert::Infallible,
    fmt,
    str::FromStr,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use redis::{
    AsyncConnectionConfig, Client, ConnectionAddr, ErrorKind, IntoConnectionInfo, ProtocolVersion, PushInfo,
    RedisError, RedisResult, aio::MultiplexedConnection,
};
use tokio::time::timeout;

use super::COMMAND;
use crate::LogThrottle;

/// How long connecting may take, including handshake and sign-in.
const CONNECT: Duration = Duration::from_secs(2);
/// How long an answer may take before the connection counts as dead.
const RESPONSE: Duration = Duration::from_secs(2);

/// Not the URL of a Redis.
#[derive(Debug, thiserror::Error)]
#[error("not the URL of a Redis, redis[s]://[[user]:password@]host[:port]")]
pub struct BadRedisUrl(#[from] RedisError);

/// Whoever asks for TLS is not left without it.
const INSECURE: (ErrorKind, &str) =
    (ErrorKind::InvalidClientConfig, "#insecure: a certificate that nobody looks at protects nobody");

/// The address and credentials of a Redis: `redis://[[user]:password@]host[:port]`, or `rediss://` for one with TLS, whose
/// certificate must be of an authority that this machine trusts.
#[derive(Clone)]
pub struct RedisUrl(Client);

impl FromStr for RedisUrl {
    type Err = BadRedisUrl;

    fn from_str(url: &str) -> Result<Self, BadRedisUrl> {
        let info = url.into_connection_info()?;
        if matches!(info.addr(), ConnectionAddr::TcpTls { insecure: true, .. }) {
            return Err(BadRedisUrl(INSECURE.into()));
        }
        // Pushes beside answers need version 3 of the protocol.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        Ok(Self(Client::open(info.set_redis_settings(settings))?))
    }
}

/// Prints neither user nor password.
impl fmt::Debug for RedisUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RedisUrl({})", self.0.get_connection_info().addr())
    }
}

impl RedisUrl {
    /// Connects. Messages pushed by the server and the end of the connection go to `pushes`, which must not block.
    pub(super) async fn connect(
        &self,
        pushes: impl Fn(PushInfo) -> Result<(), Infallible> + Send + Sync + 'static,
    ) -> RedisResult<MultiplexedConnection> {
        let config = AsyncConnectionConfig::new()
            .set_push_sender(pushes)
            .set_connection_timeout(Some(CONNECT))
            .set_response_timeout(Some(RESPONSE));
        self.0.get_multiplexed_async_connection_with_config(&config).await
    }
}

/// What may be logged of an error. A server may repeat an unknown command with its arguments, which may be the
/// password, so only its error code is logged.
pub(super) fn reason(error: &RedisError) -> String {
    error.code().map_or_else(|| error.to_string(), |code| format!("the server answers {code}"))
}

/// A command's answer; `None` if it fails or takes too long, which is logged now and then as what was not answered.
pub(super) async fn answer<T>(
    command: impl Future<Output = Result<T, RedisError>>,
    failures: &LogThrottle,
    unanswered: &str,
) -> Option<T> {
    let reason = match timeout(COMMAND, command).await {
        Ok(Ok(answer)) => return Some(answer),
        Ok(Err(error)) => reason(&error),
        Err(_) => format!("no answer within {} ms", COMMAND.as_millis()),
    };
    if failures.is_due() {
        tracing::warn!(reason, "Redis did not answer {unanswered}");
    }
    None
}

/// The session's connection for everything but subscriptions; `None` while the bus is down.
#[derive(Default)]
pub(super) struct CommandConnection(Mutex<Option<MultiplexedConnection>>);

impl CommandConnection {
    pub(super) fn connection(&self) -> Option<MultiplexedConnection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set(&self, connection: Option<MultiplexedConnection>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = connection;
    }
}

#[cfg(test)]
mod tests {
    use redis::{Value, parse_redis_value};

    use super::*;

    #[test]
    fn a_bad_url_is_refused_without_repeating_it() {
        for url in
            ["", "localhost", "http://:secret@localhost", "redis://:secret@localhost/x", "rediss://:secret@h/#insecure"]
        {
            let error = url.parse::<RedisUrl>().unwrap_err();
            let said = format!("{} {error:?}", domain::error::chain(&error));
            assert!(!said.contains("secret"), "{said}");
        }
        let url: RedisUrl = "redis://user:secret@localhost".parse().unwrap();
        assert_eq!(format!("{url:?}"), "RedisUrl(localhost:6379)");
        assert!("rediss://:secret@localhost:6380".parse::<RedisUrl>().is_ok(), "managed ones speak nothing else");
    }

    #[test]
    fn a_server_that_repeats_the_password_is_not_quoted() {
        let answer = b"-ERR unknown command 'HELLO', with args beginning with: '3' 'AUTH' 'user' 'secret'\r\n";
        let Ok(Value::ServerError(error)) = parse_redis_value(answer) else { panic!("an error is parsed") };
        assert_eq!(reason(&error.into()), "the server answers ERR");
    }
}
