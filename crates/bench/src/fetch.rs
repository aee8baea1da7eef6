//! Single calls, each on a connection of its own.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use crate::{
    child::Served,
    trouble::{Trouble, Trying},
};

/// An answer on a connection of its own.
pub(crate) struct Fetched {
    /// The whole head, for what stands in it.
    pub(crate) head: Vec<u8>,
    pub(crate) body: Vec<u8>,
}

impl Fetched {
    /// The body, for people.
    pub(crate) fn body_text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Makes a call on a connection of its own; refused where it is not answered 200.
pub(crate) fn fetch(server: &Served, call: &str, headers: &str, body: &[u8]) -> Result<Fetched, Trouble> {
    let address = server.address();
    let mut stream = TcpStream::connect(address).trying("a connection")?;
    let length = body.len();
    write!(
        stream,
        "{call} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n"
    )
    .and_then(|()| stream.write_all(body))
    .trying(call)?;
    let mut came = Vec::new();
    stream.read_to_end(&mut came).trying(call)?;
    let end = came.windows(4).position(|window| window == b"\r\n\r\n");
    let end = end.filter(|_| came.starts_with(b"HTTP/1.1 200"));
    let end = end.ok_or_else(|| Trouble::new(format!("{call}: {}", String::from_utf8_lossy(&came))))?;
    Ok(Fetched { head: came[..end + 2].to_vec(), body: came[end + 4..].to_vec() })
}
