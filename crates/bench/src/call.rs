//! Calls over HTTP/1.1, each connection with one call at a time.

use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
};

use crate::{
    clock::{Micros, now},
    poll::Poll,
    trouble::{Trouble, Trying},
};

/// The chain-wide dispatch key of the nodes that are measured.
pub(crate) const KEY: &str = "bench-key-bench-key-bench-key";

/// Writes a call that ends its connection.
pub(crate) fn get(stream: &mut TcpStream, path: &str) -> std::io::Result<()> {
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", stream.peer_addr()?)
}

/// An answer to a call.
pub(crate) struct CallAnswer {
    /// What the caller named the call.
    pub(crate) tag: u64,
    /// HTTP status.
    pub(crate) status: u16,
    pub(crate) body: Vec<u8>,
    /// The whole head, for what else stands in it.
    pub(crate) head: Vec<u8>,
    pub(crate) sent: Micros,
    pub(crate) came: Micros,
}

/// One connection.
struct CallLine {
    stream: TcpStream,
    /// What has come of the answer.
    came: Vec<u8>,
    call: Option<(u64, Micros)>,
}

/// Connections that call; in a [`Poll`] they have the numbers from `base` on.
pub(crate) struct CallLines {
    callers: Vec<CallLine>,
    /// Who may make the next call, whoever it is.
    idle: Vec<usize>,
    is_pool: bool,
    base: u64,
    host: SocketAddr,
    request: Vec<u8>,
}

impl CallLines {
    /// Opens so many connections, of which any may make the next call.
    pub(crate) fn open(poll: &Poll, host: SocketAddr, count: usize, base: u64) -> Result<Self, Trouble> {
        let mut callers = Self::each(host, base);
        for _ in 0..count {
            callers.add(poll)?;
        }
        Ok(Self { idle: (0..count).rev().collect(), is_pool: true, ..callers })
    }

    /// Nobody yet; each who is added makes its own calls.
    pub(crate) fn each(host: SocketAddr, base: u64) -> Self {
        Self { callers: Vec::new(), idle: Vec::new(), is_pool: false, base, host, request: Vec::new() }
    }

    /// Opens another connection.
    pub(crate) fn add(&mut self, poll: &Poll) -> Result<(), Trouble> {
        let stream = TcpStream::connect(self.host).trying("a connection for calls")?;
        stream.set_nodelay(true).trying("TCP_NODELAY")?;
        stream.set_nonblocking(true).trying("a socket that does not block")?;
        poll.add(&stream, self.base + self.callers.len() as u64)?;
        self.callers.push(CallLine { stream, came: Vec::new(), call: None });
        Ok(())
    }

    /// Whether somebody may call now.
    pub(crate) fn has_idle(&self) -> bool {
        !self.idle.is_empty()
    }

    /// How many calls of any of them have no answer yet.
    pub(crate) fn busy(&self) -> usize {
        self.callers.len() - self.idle.len()
    }

    /// Makes a call with the dispatch key; somebody must be idle.
    pub(crate) fn call(&mut self, tag: u64, method: &str, path: &str, body: &[u8]) -> Result<(), Trouble> {
        self.call_with(tag, method, path, "", body)
    }

    /// The same with more headers, each with the end of its line.
    pub(crate) fn call_with(
        &mut self,
        tag: u64,
        method: &str,
        path: &str,
        headers: &str,
        body: &[u8],
    ) -> Result<(), Trouble> {
        let index = self.idle.pop().ok_or_else(|| Trouble::new("nobody is idle"))?;
        self.request.clear();
        write!(
            self.request,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {KEY}\r\n{headers}Content-Length: {}\r\n\r\n",
            self.host,
            body.len()
        )
        .trying("a request")?;
        self.request.extend(body);
        self.send(index, tag)
    }

    /// Asks for a page by one of the connections, unless it still waits for an answer; the tag is the connection's number.
    pub(crate) fn ask(&mut self, index: usize, path: &str, known: &str) -> Result<bool, Trouble> {
        if self.callers[index].call.is_some() {
            return Ok(false);
        }
        self.request.clear();
        write!(self.request, "GET {path} HTTP/1.1\r\nHost: {}\r\nIf-None-Match: {known}\r\n\r\n", self.host)
            .trying("a request")?;
        self.send(index, index as u64).map(|()| true)
    }

    /// How many connections there are.
    pub(crate) fn len(&self) -> usize {
        self.callers.len()
    }

    fn send(&mut self, index: usize, tag: u64) -> Result<(), Trouble> {
        let caller = &mut self.callers[index];
        caller.call = Some((tag, now()));
        // Requests are small, and the one before has been answered: the socket takes them whole.
        caller.stream.write_all(&self.request).trying("a call")
    }

    /// Reads what has come on the connection of this number.
    pub(crate) fn read(&mut self, number: u64) -> Result<Option<CallAnswer>, Trouble> {
        let Some(index) = number.checked_sub(self.base).and_then(|index| usize::try_from(index).ok()) else {
            return Ok(None);
        };
        let Some(caller) = self.callers.get_mut(index) else { return Ok(None) };
        let mut piece = [0; 16 * 1024];
        loop {
            match caller.stream.read(&mut piece) {
                Ok(0) => return Err(Trouble::new("the server closed a connection of a caller")),
                Ok(length) => caller.came.extend(&piece[..length]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(Trouble::new(format!("an answer: {error}"))),
            }
        }
        let Some((head, body)) = whole(&caller.came)? else { return Ok(None) };
        let (tag, sent) = caller.call.take().ok_or_else(|| Trouble::new("an answer that nobody asked for"))?;
        let status = std::str::from_utf8(&head[9..12]).ok().and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| Trouble::new("an answer without a status"))?;
        let answer = CallAnswer { tag, status, body: body.to_vec(), head: head.to_vec(), sent, came: now() };
        caller.came.clear();
        if self.is_pool {
            self.idle.push(index);
        }
        Ok(Some(answer))
    }

    /// Makes calls as fast as they are answered, until `next` has no more; each answer goes to `done`.
    pub(crate) fn all(
        &mut self,
        poll: &mut Poll,
        mut next: impl FnMut(&mut Vec<u8>) -> Option<(u64, &'static str, String)>,
        mut done: impl FnMut(CallAnswer) -> Result<(), Trouble>,
    ) -> Result<(), Trouble> {
        let (mut ready, mut body, mut has_more) = (Vec::new(), Vec::new(), true);
        loop {
            while has_more && self.has_idle() {
                body.clear();
                match next(&mut body) {
                    Some((tag, method, path)) => self.call(tag, method, &path, &body)?,
                    None => has_more = false,
                }
            }
            if self.busy() == 0 {
                return Ok(());
            }
            poll.wait(Some(now() + 10_000_000), &mut ready)?;
            if ready.is_empty() {
                return Err(Trouble::new("no call was answered within 10 s"));
            }
            for number in &ready {
                if let Some(answer) = self.read(*number)? {
                    done(answer)?;
                }
            }
        }
    }
}

/// A whole answer: its head and its body.
type Whole<'a> = (&'a [u8], &'a [u8]);

/// The head and the body of an answer, once it is whole.
pub(crate) fn whole(came: &[u8]) -> Result<Option<Whole<'_>>, Trouble> {
    let Some(end) = came.windows(4).position(|window| window == b"\r\n\r\n") else { return Ok(None) };
    let (head, body) = (&came[..end + 2], &came[end + 4..]);
    let length = header(head, "content-length").and_then(|length| length.parse::<usize>().ok());
    let has_none = head.get(9..12) == Some(b"304");
    match length {
        _ if has_none => Ok(Some((head, &[]))),
        Some(length) if body.len() >= length => Ok(Some((head, &body[..length]))),
        Some(_) => Ok(None),
        None => Err(Trouble::new("an answer without a length")),
    }
}

/// The value of a header of an answer's head.
pub(crate) fn header<'a>(head: &'a [u8], name: &str) -> Option<&'a str> {
    let head = std::str::from_utf8(head).ok()?;
    let mut lines = head.split("\r\n").skip(1).filter_map(|line| line.split_once(':'));
    lines.find_map(|(key, value)| key.eq_ignore_ascii_case(name).then(|| value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_whole_with_its_body() {
        let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nETag: W/\"x\"\r\n\r\n{} \n";
        for cut in 0..answer.len() {
            assert!(whole(&answer[..cut]).unwrap().is_none());
        }
        let (head, body) = whole(answer).unwrap().unwrap();
        assert_eq!((body, header(head, "etag")), (b"{} \n".as_slice(), Some("W/\"x\"")));
        assert!(whole(b"HTTP/1.1 304 Not Modified\r\netag: x\r\n\r\n").unwrap().is_some());
        assert!(whole(b"HTTP/1.1 200 OK\r\n\r\n").is_err());
    }
}
