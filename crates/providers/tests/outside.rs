//! The two real clients against a server that speaks their services' APIs.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{
    future::pending,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    http::{StatusCode, Uri},
    response::{IntoResponse, Response},
};
use domain::geo::LatLng;
use providers::{Geocoder, ProviderError, Router};

/// Long enough for a machine under load, short enough to wait for.
const TIMEOUT: Duration = Duration::from_millis(400);
const PATIENT: Duration = Duration::from_secs(20);

/// What the service answers to every call; `None` never answers.
type Reply = Option<(StatusCode, String)>;

/// A service on the loopback, and the requests that it saw.
struct Service {
    url: String,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Service {
    async fn start(reply: Reply) -> Self {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&seen);
        let app = axum::Router::new().fallback(move |uri: Uri| {
            log.lock().unwrap().push(uri.to_string());
            let reply = reply.clone();
            async move { respond(reply).await }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { url, seen }
    }

    async fn json(body: &str) -> Self {
        Self::start(Some((StatusCode::OK, body.to_owned()))).await
    }

    fn only_request(&self) -> String {
        let seen = self.seen.lock().unwrap();
        assert_eq!(seen.len(), 1, "{seen:?}");
        seen[0].clone()
    }
}

async fn respond(reply: Reply) -> Response {
    match reply {
        Some((status, body)) => (status, body).into_response(),
        None => pending().await,
    }
}

/// A service that sends whoever asks to another address.
async fn leading_to(elsewhere: &str, status: StatusCode) -> String {
    let location = format!("{elsewhere}/latest/meta-data");
    let app = axum::Router::new().fallback(move || {
        let location = location.clone();
        async move { (status, [("location", location)]) }
    });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

#[tokio::test]
async fn nobody_is_followed_elsewhere() {
    let secret = Service::json(&feature(24.9611, 60.1878, 1.0)).await;
    for status in [StatusCode::MOVED_PERMANENTLY, StatusCode::FOUND, StatusCode::TEMPORARY_REDIRECT] {
        let url = leading_to(&secret.url, status).await;
        let geocoder = Geocoder::pelias(&url, PATIENT).unwrap();
        let found = geocoder.geocode("Vaasankatu 12", "Helsinki").await;
        assert!(matches!(found, Err(ProviderError::Status(said)) if said == status.as_u16()), "{found:?}");
        assert_eq!(geocoder.nearest(at(60.17, 24.94)).await, None);
        let driven = Router::osrm(&url, PATIENT).unwrap().drive(at(60.17, 24.94), at(60.18, 24.95)).await;
        assert!(matches!(driven, Err(ProviderError::Status(said)) if said == status.as_u16()), "{driven:?}");
    }
    assert!(secret.seen.lock().unwrap().is_empty(), "the address that they lead to is never asked");
}

async fn geocode(service: &Service, timeout: Duration) -> Result<Option<LatLng>, ProviderError> {
    Geocoder::pelias(&service.url, timeout).unwrap().geocode("Vaasankatu 12 C", "Helsinki").await
}

async fn drive(service: &Service, timeout: Duration) -> Result<providers::Drive, ProviderError> {
    Router::osrm(&service.url, timeout).unwrap().drive(at(60.17, 24.94), at(60.18, 24.95)).await
}

fn at(lat: f64, lng: f64) -> LatLng {
    LatLng::new(lat, lng).unwrap()
}

fn feature(lng: f64, lat: f64, confidence: f64) -> String {
    format!(
        r#"{{"type":"FeatureCollection","geocoding":{{"version":"0.2"}},"features":[{{"type":"Feature",
        "geometry":{{"type":"Point","coordinates":[{lng},{lat}]}},
        "properties":{{"layer":"address","label":"Vaasankatu 12, Helsinki","confidence":{confidence}}}}}]}}"#
    )
}

#[tokio::test]
async fn the_geocoder_finds_a_door() {
    let service = Service::json(&feature(24.9611, 60.1878, 1.0)).await;
    assert_eq!(geocode(&service, PATIENT).await.unwrap(), Some(at(60.1878, 24.9611)));
    assert_eq!(
        service.only_request(),
        "/v1/search?text=Vaasankatu+12+C%2C+Helsinki&layers=address%2Cstreet&boundary.country=FIN&lang=fi&size=1"
    );
}

#[tokio::test]
async fn the_services_own_path_and_query_stay() {
    let service = Service::json(r#"{"features":[]}"#).await;
    let geocoder = Geocoder::pelias(&format!("{}/geocoding/?subscription=abc", service.url), PATIENT).unwrap();
    geocoder.geocode("Katu 1", "Turku").await.unwrap();
    assert!(service.only_request().starts_with("/geocoding/v1/search?subscription=abc&text=Katu+1%2C+Turku&"));
}

#[tokio::test]
async fn an_address_that_nobody_knows_is_no_place() {
    for answer in [r#"{"features":[]}"#.to_owned(), feature(24.9, 60.2, 0.3), feature(18.06, 59.33, 1.0)] {
        let service = Service::json(&answer).await;
        assert_eq!(geocode(&service, PATIENT).await.unwrap(), None, "{answer}");
    }
}

#[tokio::test]
async fn the_router_measures_a_drive() {
    let service = Service::json(
        r#"{"code":"Ok","routes":[{"duration":312.6,"distance":1904.2,
            "geometry":{"type":"LineString","coordinates":[[24.94,60.17],[24.945,60.171],[24.95,60.18]]}}]}"#,
    )
    .await;
    let drive = drive(&service, PATIENT).await.unwrap();
    assert_eq!(drive.line.iter().map(|point| point.lat()).collect::<Vec<_>>(), [60.17, 60.171, 60.18]);
    assert!((drive.minutes - 5.21).abs() < 1e-9 && (drive.metres - 1904.2).abs() < 1e-9, "{drive:?}");
    let asked = "24.940000,60.170000;24.950000,60.180000?overview=simplified&geometries=geojson";
    assert_eq!(service.only_request(), format!("/route/v1/driving/{asked}"));
}

#[tokio::test]
async fn where_no_car_can_go_there_is_no_route() {
    let refusal = r#"{"code":"NoRoute","message":"Impossible route between points"}"#;
    let service = Service::start(Some((StatusCode::BAD_REQUEST, refusal.to_owned()))).await;
    assert!(matches!(drive(&service, PATIENT).await, Err(ProviderError::NoRoute)));
    let empty = Service::json(r#"{"code":"Ok","routes":[]}"#).await;
    assert!(matches!(drive(&empty, PATIENT).await, Err(ProviderError::NoRoute)));
}

#[tokio::test]
async fn a_slow_service_is_given_up() {
    let service = Service::start(None).await;
    assert!(matches!(geocode(&service, TIMEOUT).await, Err(ProviderError::Timeout)));
    assert!(matches!(drive(&service, TIMEOUT).await, Err(ProviderError::Timeout)));
}

#[tokio::test]
async fn a_broken_service_gives_no_result() {
    for status in [StatusCode::INTERNAL_SERVER_ERROR, StatusCode::TOO_MANY_REQUESTS, StatusCode::NOT_FOUND] {
        let service = Service::start(Some((status, "oops".to_owned()))).await;
        let expected = status.as_u16();
        assert!(matches!(geocode(&service, PATIENT).await, Err(ProviderError::Status(got)) if got == expected));
        assert!(matches!(drive(&service, PATIENT).await, Err(ProviderError::Status(got)) if got == expected));
    }
}

#[tokio::test]
async fn garbage_gives_no_result() {
    let garbage =
        ["", "<html>", "[]", r#"{"features":[{"geometry":{"coordinates":[24.9]}}]}"#, r#"{"code":"Ok","routes":[{}]}"#];
    for body in garbage {
        let service = Service::json(body).await;
        assert!(matches!(geocode(&service, PATIENT).await, Err(ProviderError::Garbage(_))), "{body}");
        assert!(matches!(drive(&service, PATIENT).await, Err(ProviderError::Garbage(_))), "{body}");
    }
    let nowhere = Service::json(&feature(24.9, 160.2, 1.0)).await;
    assert!(matches!(geocode(&nowhere, PATIENT).await, Err(ProviderError::Garbage(_))));
    let backwards = Service::json(r#"{"code":"Ok","routes":[{"duration":-1,"distance":3}]}"#).await;
    assert!(matches!(drive(&backwards, PATIENT).await, Err(ProviderError::Garbage(_))));
}

#[tokio::test]
async fn an_endless_answer_is_cut() {
    let service = Service::json(&format!("[{}]", " ".repeat(300 * 1024))).await;
    assert!(matches!(geocode(&service, PATIENT).await, Err(ProviderError::TooLarge)));
}

#[tokio::test]
async fn a_service_that_is_away_gives_no_result_and_names_no_address() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = Geocoder::pelias(&url, PATIENT).unwrap().geocode("Vaasankatu 12", "Helsinki").await.unwrap_err();
    assert!(matches!(error, ProviderError::Connection(_)), "{error:?}");
    assert!(!format!("{error} {error:?}").contains("Vaasankatu"));
}

#[test]
fn only_web_addresses_are_services() {
    for url in ["", "geocoder.example", "ftp://geocoder.example", "file:///etc"] {
        assert!(matches!(Geocoder::pelias(url, PATIENT), Err(ProviderError::Address)), "{url}");
        assert!(matches!(Router::osrm(url, PATIENT), Err(ProviderError::Address)), "{url}");
    }
}

#[tokio::test]
async fn the_embedded_defaults_need_no_network() {
    let geocoder = Geocoder::built_in(providers::AddressBook::built_in());
    let door = geocoder.geocode("Bulevardi 14 A 3", "Helsinki").await.unwrap().unwrap();
    let shop = geocoder.geocode("kaisaniemenkatu 5", "HELSINKI").await.unwrap().unwrap();
    let drive = Router::built_in().drive(shop, door).await.unwrap();
    // 823 m as the crow flies; the one-way streets around the station make it twice that.
    assert!((1500.0..1900.0).contains(&drive.metres), "{drive:?}");
    assert!((drive.minutes - (drive.metres / 1000.0 / 25.0 * 60.0 + 1.0)).abs() < 1e-9, "{drive:?}");
    assert_eq!((drive.line.first(), drive.line.last()), (Some(&shop), Some(&door)));
    assert!(drive.line.len() > 4, "{drive:?}");
    let along: f64 = drive.line.windows(2).map(|leg| leg[0].metres_to(leg[1])).sum();
    assert!((along / drive.metres - 1.0).abs() < 0.01, "{along} m along {drive:?}");
    let nowhere = Router::built_in().drive(shop, shop).await.unwrap();
    assert!((nowhere.minutes - 1.0).abs() < 1e-9 && nowhere.metres < 1e-6);
}

#[tokio::test]
async fn where_no_street_is_known_a_drive_is_longer_than_the_crows() {
    let geocoder = Geocoder::built_in(providers::AddressBook::built_in());
    let shop = geocoder.geocode("kaisaniemenkatu 5", "HELSINKI").await.unwrap().unwrap();
    // In Tampere, and from Helsinki to there.
    for (from, to) in [(at(61.4979, 23.7598), at(61.5, 23.77)), (shop, at(61.4979, 23.7598))] {
        let drive = Router::built_in().drive(from, to).await.unwrap();
        assert!((drive.metres - 1.4 * from.metres_to(to)).abs() < 1e-6 && drive.line.is_empty(), "{drive:?}");
    }
}

#[tokio::test]
async fn who_is_nearer_than_the_street_needs_none() {
    // Two doors of one yard, some 70 m from Kaisaniemenkatu and 20 m apart.
    let (one, other) = (at(60.17220, 24.94400), at(60.17235, 24.94385));
    let drive = Router::built_in().drive(one, other).await.unwrap();
    assert!(drive.metres < 30.0 && drive.line.is_empty(), "{drive:?}");
}
