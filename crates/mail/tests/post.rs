//! How mails are sent: into files, and to a mail server that a test plays.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{fs, path::Path, sync::Arc};

use deps::{Clock, SharedClock};
use jiff::Timestamp;
use mail::{BadSmtp, MAIL, Mail, MailDelivery, MailError, MailFolder, MailKind, Post, SmtpServer};
use outbox::{OutboxDelivery, Undelivered};
use serde_json::{Value, json};
use store::LeasedMessage;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// A clock that stands.
struct Noon;

impl Clock for Noon {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(1_795_000_000).unwrap()
    }
}

fn clock() -> SharedClock {
    Arc::new(Noon)
}

fn mail(to: &str) -> Mail {
    Mail {
        kind: MailKind::OrderReceipt,
        to: to.to_owned(),
        subject: "Kuitti tilauksesta 10001".to_owned(),
        text: "Tilattu\n.\nvartin yli\n".to_owned(),
        html: Some("<p>Tilattu</p>".to_owned()),
        links: vec!["https://ovelle.example/tilaus/10001".to_owned()],
    }
}

fn files_of(folder: &Path) -> Vec<(String, Value)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .map(|entry| {
            let text = fs::read_to_string(entry.path()).unwrap();
            (entry.file_name().into_string().unwrap(), serde_json::from_str(&text).unwrap())
        })
        .collect();
    files.sort_by(|one, other| one.0.cmp(&other.0));
    files
}

#[tokio::test]
async fn each_mail_becomes_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let mails = folder.path().join("data/mail");
    let post = MailFolder::new(mails.clone(), clock());
    for number in 0..3 {
        post.send(&mail("aino@example.fi"), number).await.unwrap();
    }
    let files = files_of(&mails);
    let now = Noon.now().as_millisecond();
    let names: Vec<_> = files.iter().map(|(name, _)| name.clone()).collect();
    assert_eq!(names, [0, 1, 2].map(|later| format!("{}-order-receipt.json", now + later)));
    let expected = json!({
        "kind": "order-receipt",
        "to": "aino@example.fi",
        "subject": "Kuitti tilauksesta 10001",
        "text": "Tilattu\n.\nvartin yli\n",
        "links": ["https://ovelle.example/tilaus/10001"],
    });
    assert!(files.iter().all(|(_, written)| *written == expected), "{files:?}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(mails.join(&names[0])).unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "nobody else reads what a link opens");
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_made_may_be_there_later() {
    let folder = tempfile::tempdir().unwrap();
    let occupied = folder.path().join("mail");
    fs::write(&occupied, "a file").unwrap();
    let post = MailFolder::new(occupied, clock());
    assert!(matches!(post.send(&mail("aino@example.fi"), 1).await, Err(MailError::Later(_))));
}

/// A mail server for one mail, which answers `RCPT TO` as it is told; it gives what was said to it.
async fn server(to_recipients: &'static str) -> (String, JoinHandle<Vec<String>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let conversation = async move {
        let (connection, _) = listener.accept().await.unwrap();
        converse(connection, to_recipients).await
    };
    (url, tokio::spawn(conversation))
}

async fn converse(connection: TcpStream, to_recipients: &str) -> Vec<String> {
    let mut connection = BufReader::new(connection);
    let (mut heard, mut is_data, mut line) = (Vec::new(), false, String::new());
    connection.write_all(b"220 a test's server\r\n").await.unwrap();
    while connection.read_line(&mut line).await.unwrap() > 0 {
        let said = std::mem::take(&mut line).trim_end().to_owned();
        let answer = match said.split(' ').next().unwrap() {
            "." if is_data => {
                is_data = false;
                "250 taken"
            }
            _ if is_data => "",
            "RCPT" => to_recipients,
            "DATA" => {
                is_data = true;
                "354 go on"
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        heard.push(said);
        if !answer.is_empty() {
            connection.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
        }
    }
    heard
}

fn post(url: &str) -> SmtpServer {
    SmtpServer::new(url, "Ovelle <kuitit@ovelle.example>", "abc123").unwrap()
}

#[tokio::test]
async fn a_mail_goes_to_the_server_in_both_forms() {
    let (url, server) = server("250 fine").await;
    post(&url).send(&mail("aino@example.fi"), 42).await.unwrap();
    let heard = server.await.unwrap();
    let said = |words: &str| heard.iter().any(|line| line == words);
    assert!(said("MAIL FROM:<kuitit@ovelle.example>") && said("RCPT TO:<aino@example.fi>"), "{heard:#?}");
    assert!(said("From: Ovelle <kuitit@ovelle.example>") && said("Subject: Kuitti tilauksesta 10001"), "{heard:#?}");
    assert!(said("Message-ID: <abc123.42@ovelle.example>") && said("Auto-Submitted: auto-generated"), "{heard:#?}");
    assert!(said("<p>Tilattu</p>") && said("vartin yli"), "a point alone ends no mail: {heard:#?}");
}

#[tokio::test]
async fn what_a_server_says_decides_whether_the_mail_comes_again() {
    for (answer, is_for_ever) in [("550 nobody here", true), ("450 try later", false)] {
        let (url, server) = server(answer).await;
        let error = post(&url).send(&mail("aino@example.fi"), 1).await.unwrap_err();
        assert_eq!(matches!(error, MailError::Never(_)), is_for_ever, "{answer}");
        assert!(!format!("{:?}", domain::error::chain(&error)).contains("aino"), "{error:?}");
        drop(server.await);
    }
    let nobody = post("smtp://127.0.0.1:1").send(&mail("aino@example.fi"), 1).await;
    assert!(matches!(nobody, Err(MailError::Later(_))), "{nobody:?}");
    let no_address = post("smtp://127.0.0.1:1").send(&mail("aino"), 1).await;
    assert!(matches!(no_address, Err(MailError::Never(_))), "{no_address:?}");
}

#[test]
fn a_server_and_a_sender_must_be_readable() {
    let made = |url, from| SmtpServer::new(url, from, "abc123").map(drop);
    assert_eq!(made("http://mail.example", "kuitit@ovelle.example"), Err(BadSmtp::Url));
    assert_eq!(made("smtp://mail.example", "Ovelle"), Err(BadSmtp::From));
    assert_eq!(made("smtps://user:word@mail.example:465", "kuitit@ovelle.example"), Ok(()));
}

#[tokio::test]
async fn a_message_of_the_outbox_is_a_mail() {
    let folder = tempfile::tempdir().unwrap();
    let delivery = MailDelivery::new(Arc::new(MailFolder::new(folder.path().to_owned(), clock())));
    let message = |payload| LeasedMessage {
        id: 1,
        kind: delivery.kind().to_owned(),
        payload,
        attempts: 1,
        created_at: Noon.now(),
        lease: [0; 16],
    };
    assert_eq!(delivery.kind(), MAIL);
    let payload = serde_json::to_value(mail("aino@example.fi")).unwrap();
    delivery.deliver(&message(payload)).await.unwrap();
    assert_eq!(files_of(folder.path()).len(), 1);
    let no_mail = delivery.deliver(&message(json!({"to": "aino@example.fi"}))).await;
    assert!(matches!(no_mail, Err(Undelivered::Never(_))), "{no_mail:?}");
}
