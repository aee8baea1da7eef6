//! What goes wrong outside is logged, without anything that a customer wrote.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
    time::Duration,
};

use domain::geo::LatLng;
use providers::{Geocoder, Router};
use tracing::instrument::WithSubscriber;
use tracing_subscriber::fmt::MakeWriter;

/// A log that a test can read.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Log {
    type Writer = Self;
    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// A service at which nobody answers: the port was free a moment ago.
fn nobody() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    format!("http://{}/secret-path?key=secret", listener.local_addr().unwrap())
}

#[tokio::test]
async fn geocodings_and_drives_that_fail_are_logged_without_the_address() {
    let log = Log::default();
    let subscriber = tracing_subscriber::fmt().with_writer(log.clone()).finish();
    async {
        let second = Duration::from_secs(1);
        let geocoder = Geocoder::pelias(&nobody(), second).unwrap();
        assert!(geocoder.geocode("Vaasankatu 12 C", "Helsinki").await.is_err());
        let place = LatLng::new(60.17, 24.94).unwrap();
        assert_eq!(geocoder.suggest("Vaasankatu 12", Some(place)).await, []);
        assert_eq!(geocoder.nearest(place).await, None);
        assert_eq!(geocoder.place("secret:address:1").await, None);
        let router = Router::osrm(&nobody(), second).unwrap();
        assert!(router.drive(place, place).await.is_err());
    }
    .with_subscriber(subscriber)
    .await;
    let text = log.text();
    for what in ["geocoding failed", "routing failed", "suggesting addresses", "what is near", "by its id"] {
        assert!(text.contains(what), "{what}: {text}");
    }
    assert!(!text.contains("Vaasankatu") && !text.contains("secret") && !text.contains("24.94"), "{text}");
}
