//! Which host a call asks for, and who may see the figures beside the shop.

use testkit::{
    app::{Setup, TestApp},
    port, store_contract,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The status, and the answer in small letters, to a call that is written as it stands.
async fn ask(app: &TestApp, address: &str, call: &str, headers: &[&str]) -> (u16, String) {
    let address = if address.is_empty() { app.node().address().to_string() } else { address.to_owned() };
    let mut stream = TcpStream::connect(address).await.unwrap();
    let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
    stream.write_all(format!("{call}\r\n{headers}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer).to_ascii_lowercase();
    let status = answer.split(' ').nth(1).expect("a status").parse().unwrap();
    (status, answer)
}

store_contract!(a_call_names_its_host_once, |db| async move {
    let figures = format!("127.0.0.1:{}", port::free());
    let app = Setup::default().flag(&format!("--metrics-listen={figures}")).start(&db).await;
    for (address, path) in [("", "/"), ("", "/api/commerce/v2/shops"), ("", "/healthz"), (&figures, "/metrics")] {
        let get = |version: &str| format!("GET {path} HTTP/{version}");
        for hosts in [&[][..], &["Host: a", "Host: b"], &["Host: a", "Host: a"], &["Host: a b"], &["Host: a, b"]] {
            let (status, answer) = ask(&app, address, &get("1.1"), hosts).await;
            assert_eq!(status, 400, "{path} with {hosts:?}: {answer}");
            assert!(answer.contains("request/invalid") && answer.contains(r#""field":"host""#), "{answer}");
        }
        assert_eq!(ask(&app, address, &get("1.1"), &["Host: ovelle.example:8080"]).await.0, 200, "{path}");
        assert_eq!(ask(&app, address, &get("1.0"), &[]).await.0, 200, "{path}");
        assert_eq!(ask(&app, address, &get("1.0"), &["Host: a", "Host: b"]).await.0, 400, "{path}");
    }
    // What is refused so is guarded as all else.
    let (_, answer) = ask(&app, "", "GET / HTTP/1.1", &[]).await;
    assert!(
        answer.contains("x-content-type-options: nosniff") && answer.contains("cache-control: no-store"),
        "{answer}"
    );
});

store_contract!(the_figures_are_for_callers_on_this_machine, |db| async move {
    let app = TestApp::start(&db).await;
    let metrics = "GET /metrics HTTP/1.1";
    for host in ["localhost", "127.0.0.1:8080", "[::1]:8080"] {
        let (status, answer) = ask(&app, "", metrics, &[&format!("Host: {host}")]).await;
        assert!(status == 200 && answer.contains("ovelle_live_lines "), "{host}: {answer}");
    }
    for headers in [
        &["Host: ovelle.example"][..],
        &["Host: 10.0.0.1:8080"],
        &["Host: localhost", "Forwarded: for=10.0.0.1"],
        &["Host: localhost", "X-Forwarded-For: 127.0.0.1"],
        &["Host: localhost", "X-Forwarded-Host: localhost"],
        &["Host: localhost", "X-Forwarded-Proto: https"],
        &["Host: localhost", "X-Real-IP: 127.0.0.1"],
        &["Host: localhost", "Via: 1.1 a"],
    ] {
        let (status, answer) = ask(&app, "", metrics, headers).await;
        assert!(status == 404 && !answer.contains("ovelle_live_lines"), "{headers:?}: {answer}");
    }
});
