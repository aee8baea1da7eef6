//! Says back what it is told, through the same accept loop, handshake and frame reader as the live line: what a
//! conformance suite for WebSockets talks to.

#![expect(clippy::print_stdout, reason = "whoever starts it must know where it listens")]

use std::{
    io::{self, IoSlice},
    process::ExitCode,
};

use axum::{
    Router,
    extract::Request,
    http::StatusCode,
    response::{IntoResponse, Response},
    routing::get,
};
use live::wire::{self, ClientMessage, MessageReader, WireError};
use server::{
    accept::{self, AcceptLimits},
    websocket::{Handshake, Stream},
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// The longest message, in bytes.
const LONGEST: usize = 32 * 1024 * 1024;
/// What is read at a time, in bytes.
const AT_A_TIME: usize = 64 * 1024;

#[tokio::main]
async fn main() -> ExitCode {
    let address = std::env::args().nth(1).unwrap_or_else(|| "127.0.0.1:0".to_owned());
    match listen(&address).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{address}: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn listen(address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address).await?;
    println!("ws://{}", listener.local_addr()?);
    let router = Router::new().fallback(get(open));
    accept::serve(listener, router, AcceptLimits::default(), CancellationToken::new()).await;
    Ok(())
}

async fn open(request: Request) -> Response {
    let (mut parts, _) = request.into_parts();
    match Handshake::of(&mut parts) {
        Some(handshake) => handshake.accept(None, |stream, early| async move {
            // A client that hangs up ends its conversation, no more.
            let _end = answer(&stream, &early).await;
        }),
        None => StatusCode::BAD_REQUEST.into_response(),
    }
}

async fn answer(stream: &Stream, early: &[u8]) -> io::Result<()> {
    let mut reader = MessageReader::new(LONGEST, early);
    loop {
        let frame = match reader.message() {
            Ok(Some(ClientMessage::Text(text))) => wire::text(&text),
            Ok(Some(ClientMessage::Binary(bytes))) => wire::binary(&bytes),
            Ok(Some(ClientMessage::Ping(payload))) => wire::pong(&payload),
            Ok(Some(ClientMessage::Pong)) => continue,
            Ok(Some(ClientMessage::Close(code))) => return write(stream, &wire::close(code, "")).await,
            Err(error) => return fail(stream, error).await,
            Ok(None) => {
                let mut room = vec![0; AT_A_TIME];
                let count = stream.read(&mut room).await?;
                if count == 0 {
                    return Ok(());
                }
                reader.fill(count, |bytes| {
                    bytes.extend_from_slice(&room[..count]);
                    Ok(count)
                })?;
                continue;
            }
        };
        write(stream, &frame).await?;
    }
}

/// Says why nothing more is heard, and waits for the client to go.
async fn fail(stream: &Stream, error: WireError) -> io::Result<()> {
    write(stream, &wire::close(Some(error.code()), "")).await?;
    stream.finish();
    let mut scrap = vec![0; AT_A_TIME];
    while stream.read(&mut scrap).await? > 0 {}
    Ok(())
}

async fn write(stream: &Stream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.try_write(&[IoSlice::new(bytes)]) {
            Ok(count) => bytes = &bytes[count..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                std::future::poll_fn(|cx| stream.poll_write_ready(cx)).await?;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
