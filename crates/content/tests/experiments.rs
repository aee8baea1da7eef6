//! Experiments of a document elsewhere: what is known stays until a better one comes.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{Router, http::StatusCode};
use chain::Experiment;
use content::{ExperimentSource, RemoteExperiments};
use providers::RemoteConfig;

const PATIENT: Duration = Duration::from_secs(20);

#[tokio::test]
async fn the_last_good_document_stays() {
    let said = Arc::new(Mutex::new((StatusCode::OK, "")));
    let answers = Arc::clone(&said);
    let app = Router::new().fallback(move || std::future::ready(*answers.lock().unwrap()));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/config?key=a", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    let remote = RemoteExperiments::new(RemoteConfig::new(&url, PATIENT).unwrap());
    let source = ExperimentSource::Remote(remote.clone());
    let known = |source: &ExperimentSource| source.now().by_key.get("x").map(|known: &Experiment| known.weights());
    let one = r#"{"experiments":{"x":{"control":50,"a":50,"b":0}}}"#;
    let other = r#"{"experiments":{"x":{"control":0,"a":50,"b":50}}}"#;
    for (status, body, expected) in
        [(StatusCode::OK, one, Some([50, 50, 0])), (StatusCode::OK, other, Some([0, 50, 50]))]
    {
        *said.lock().unwrap() = (status, body);
        remote.read().await;
        assert_eq!(known(&source), expected);
    }
    // Time goes by at which nobody looks: it is asked for once more after each failure.
    tokio::time::pause();
    for bad in [(StatusCode::OK, "{}"), (StatusCode::INTERNAL_SERVER_ERROR, one)] {
        *said.lock().unwrap() = bad;
        remote.read().await;
        assert_eq!(known(&source), Some([0, 50, 50]), "{bad:?}");
    }
    assert_eq!(source.now().min_fetch_seconds, 43_200);
}
