//! Whether a server that says back what it is told speaks WebSocket as RFC 6455 wants it: framing, pings, reserved bits,
//! opcodes, fragments, UTF-8, closes, masks and lengths, each as a table of cases.
//!
//! The sections are those of the Autobahn|Testsuite, whose place this does not take (`scripts/autobahn` runs it where
//! it can be had): these cases run everywhere, in a second.

pub mod cases;
mod client;

pub use cases::{Case, Expected, cases};
pub use client::{BINARY, CLOSE, CONTINUATION, Client, PING, PONG, RawFrame, ServerMessage, TEXT};

/// What came of a case.
#[derive(Debug)]
pub struct CaseOutcome {
    /// The case's name.
    pub name: String,
    /// Why it failed, if it did.
    pub failure: Option<String>,
}

/// Runs every case against a server, each on a connection of its own.
pub async fn run(url: &str, protocol: Option<&str>) -> Vec<CaseOutcome> {
    let mut outcomes = Vec::new();
    for case in cases() {
        let failure = match Client::open(url, protocol).await {
            Ok(client) => case.judge(client).await.err(),
            Err(error) => Some(error.to_string()),
        };
        outcomes.push(CaseOutcome { name: case.name, failure });
    }
    outcomes
}

impl Case {
    async fn judge(&self, mut client: Client) -> Result<(), String> {
        client.send(&self.sent, self.at_a_time).await;
        for expected in &self.answers {
            let said = client.next().await;
            if said != *expected {
                return Err(format!("{} instead of {}", short(&said), short(expected)));
            }
        }
        if let Expected::Goodbye = self.end {
            client.send(&RawFrame::whole(CLOSE, 1000_u16.to_be_bytes()).bytes(), usize::MAX).await;
        }
        let codes: &[u16] = match &self.end {
            Expected::Goodbye => &[1000],
            Expected::Close(codes) => codes,
        };
        match client.next().await {
            ServerMessage::Close(code) if codes.contains(&code) => {}
            said => return Err(format!("{} instead of a close with one of {codes:?}", short(&said))),
        }
        // Whoever was told goodbye answers it; whoever says it waits for the answer.
        client.send(&RawFrame::whole(CLOSE, 1000_u16.to_be_bytes()).bytes(), usize::MAX).await;
        match client.next().await {
            ServerMessage::End => Ok(()),
            said => Err(format!("{} after the close", short(&said))),
        }
    }
}

/// What was said, in a line.
fn short(said: &ServerMessage) -> String {
    let mut text = format!("{said:?}");
    if let Some((at, _)) = text.char_indices().nth(120) {
        text.truncate(at);
        text.push('…');
    }
    text
}
