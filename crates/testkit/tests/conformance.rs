//! The table of cases against a server that keeps the rules, and against some that break them: each is caught.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    future::Future,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use futures_util::{SinkExt, StreamExt};
use testkit::conformance::{CaseOutcome, cases, run};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{accept_async, tungstenite::Message};

/// A server whose connections are served like this; its address.
async fn serve<T: Future<Output = ()> + Send + 'static>(serve: impl Fn(TcpStream) -> T + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("ws://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(serve(stream));
        }
    });
    address
}

fn failed(outcomes: &[CaseOutcome]) -> Vec<&str> {
    let failed = outcomes.iter().filter(|outcome| outcome.failure.is_some());
    failed.map(|outcome| outcome.name.as_str()).collect()
}

/// The server that reads as the live line does; ended when dropped.
struct Echo {
    process: Child,
    address: String,
}

impl Echo {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_echo")).stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        Self { process, address: address.trim().to_owned() }
    }
}

impl Drop for Echo {
    fn drop(&mut self) {
        // What has ended already cannot be killed, and that is as well.
        let _gone = self.process.kill();
        let _ended = self.process.wait();
    }
}

/// Says back what it is told, through `change`.
async fn echo(stream: TcpStream, change: impl Fn(Message) -> Message) {
    let mut socket = accept_async(stream).await.unwrap();
    while let Some(Ok(message)) = socket.next().await {
        if (message.is_text() || message.is_binary()) && socket.send(change(message)).await.is_err() {
            return;
        }
    }
}

#[tokio::test]
async fn the_frame_reader_of_the_live_line_keeps_every_rule() {
    let echo = Echo::start();
    let outcomes = run(&echo.address, None).await;
    let failures: Vec<&CaseOutcome> = outcomes.iter().filter(|outcome| outcome.failure.is_some()).collect();
    assert!(failures.is_empty(), "{} of {} failed: {failures:#?}", failures.len(), outcomes.len());
}

#[test]
fn every_case_has_a_name_of_its_own() {
    let mut names: Vec<String> = cases().into_iter().map(|case| case.name).collect();
    let all = names.len();
    assert!(all > 300, "{all}");
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[tokio::test]
async fn a_server_that_changes_what_it_is_told_is_caught() {
    let address = serve(|stream| {
        echo(stream, |message| match message {
            Message::Text(text) if text.len() == 126 => Message::text("126"),
            other => other,
        })
    });
    let outcomes = run(&address.await, None).await;
    for name in ["1.1 a text of 126", "1.1 a text of 126, in pieces of 1"] {
        assert!(failed(&outcomes).contains(&name), "{name}");
    }
    assert!(!failed(&outcomes).contains(&"1.1 a text of 125"));
}

#[tokio::test]
async fn a_server_that_hangs_up_fails_every_case() {
    let address = serve(|mut stream| async move {
        let _asked = stream.read(&mut [0; 1024]).await;
        let _gone = stream.write_all(b"HTTP/1.1 418 No\r\n\r\n").await;
    });
    let outcomes = run(&address.await, None).await;
    assert_eq!(failed(&outcomes).len(), cases().len());
}
