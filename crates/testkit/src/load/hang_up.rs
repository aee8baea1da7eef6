//! A caller who says all of a call, and hangs up without waiting for its answer.

use std::{net::SocketAddr, time::Duration};

use rand::{RngExt, rngs::StdRng};
use tokio::{
    io::AsyncWriteExt,
    net::TcpStream,
    time::{sleep, timeout},
};

/// They hang up within this after the last byte, ms.
const WITHIN: u64 = 50;
/// For how long they try to say it.
const PATIENCE: Duration = Duration::from_secs(1);

/// A `POST` that is said whole and not waited for.
pub(super) struct HangUp<'a> {
    pub(super) address: SocketAddr,
    pub(super) path: &'a str,
    /// A header beside those of every call.
    pub(super) header: (&'a str, &'a str),
    pub(super) body: &'a str,
}

impl HangUp<'_> {
    /// Says it and hangs up, some 0 to 50 ms after the last byte. What was asked may be done or not.
    pub(super) async fn run(&self, chance: &mut StdRng) {
        let Self { address, path, header: (name, value), body } = self;
        let length = body.len();
        let call = format!(
            "POST {path} HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n{name}: {value}\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        let pause = Duration::from_millis(chance.random_range(0..=WITHIN));
        let said = timeout(PATIENCE, async {
            let mut connection = TcpStream::connect(address).await?;
            connection.write_all(call.as_bytes()).await?;
            std::io::Result::Ok(connection)
        });
        // A node that cannot be reached has heard nothing; that is no answer either.
        if let Ok(Ok(connection)) = said.await {
            sleep(pause).await;
            drop(connection);
        }
    }
}
