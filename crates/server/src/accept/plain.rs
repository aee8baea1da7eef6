//! Connections by address, until they become lines: so many of one may be open, so that nobody keeps the others out by
//! saying nothing on many (docs/spec/ordering.md, "A browser's line").

use std::{
    collections::HashMap,
    fmt,
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{body::to_bytes, http::header, response::IntoResponse};
use domain::error::Code;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    sync::Semaphore,
};

use crate::ApiError;

/// Connections that are told at a time that they are one too many; beyond, they are closed without a word.
const TOLD_AT_A_TIME: usize = 32;
/// How long one is given to read that.
const TOLD_WITHIN: Duration = Duration::from_secs(1);

/// By what a peer is counted; none where it is not, as a proxy of ours.
#[derive(Clone)]
pub struct CountedBy(pub Arc<dyn Fn(IpAddr) -> Option<IpAddr> + Send + Sync>);

impl Default for CountedBy {
    fn default() -> Self {
        Self(Arc::new(Some))
    }
}

impl fmt::Debug for CountedBy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CountedBy(…)")
    }
}

/// Who is told of a connection that is one too many, by its peer's address.
#[derive(Clone)]
pub struct OneTooMany(pub Arc<dyn Fn(IpAddr) + Send + Sync>);

impl Default for OneTooMany {
    fn default() -> Self {
        Self(Arc::new(|_peer| {}))
    }
}

impl fmt::Debug for OneTooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneTooMany(…)")
    }
}

/// The plain connections of a listener.
#[derive(Debug)]
pub(super) struct PlainConnections {
    /// 0: as many as come.
    most: usize,
    by: CountedBy,
    open: Mutex<HashMap<IpAddr, usize>>,
    told: Semaphore,
}

/// The place of a plain connection among those of its address; given back when dropped.
#[derive(Debug)]
pub(super) struct PlainPlace {
    of: Arc<PlainConnections>,
    address: Option<IpAddr>,
}

impl PlainConnections {
    pub(super) fn new(most: usize, by: CountedBy) -> Arc<Self> {
        Arc::new(Self { most, by, open: Mutex::default(), told: Semaphore::new(TOLD_AT_A_TIME) })
    }

    /// A place for one more; none where its address has as many as it may.
    pub(super) fn enter(self: &Arc<Self>, peer: IpAddr) -> Option<PlainPlace> {
        let address = (self.by.0)(peer).filter(|_| self.most > 0);
        if let Some(address) = address {
            let mut open = self.lock();
            let count = open.entry(address).or_default();
            if *count >= self.most {
                return None;
            }
            *count += 1;
        }
        Some(PlainPlace { of: Arc::clone(self), address })
    }

    /// Tells a connection that it is one too many: to be tried again in a second.
    pub(super) async fn refuse(self: Arc<Self>, mut stream: TcpStream) {
        let Ok(_one_of_few) = self.told.try_acquire() else { return };
        let answer = ApiError::new(Code::Unavailable).retry_after(Duration::from_secs(1)).into_response();
        let Ok(body) = to_bytes(answer.into_body(), 4096).await else { return };
        let head = format!(
            "HTTP/1.1 503 Service Unavailable\r\n{}: application/json\r\n{}: {}\r\n{}: 1\r\n{}: close\r\n\r\n",
            header::CONTENT_TYPE,
            header::CONTENT_LENGTH,
            body.len(),
            header::RETRY_AFTER,
            header::CONNECTION,
        );
        // What the peer sends is read, or its kernel would throw the answer away.
        let told = async {
            stream.write_all(&[head.as_bytes(), &body].concat()).await?;
            stream.shutdown().await?;
            let mut passed_over = [0; 1024];
            while stream.read(&mut passed_over).await? > 0 {}
            std::io::Result::Ok(())
        };
        let _told_or_gone = tokio::time::timeout(TOLD_WITHIN, told).await;
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlainPlace {
    fn drop(&mut self) {
        let Some(address) = self.address else { return };
        let mut open = self.of.lock();
        if let Some(count) = open.get_mut(&address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&address);
            }
        }
    }
}
