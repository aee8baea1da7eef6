//! Suggestions, addresses by id and addresses near a place, from a server that speaks the API of Pelias as its
//! documentation has it, and from the book while there is no such server.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    extract::{Query, State},
    http::StatusCode,
    routing::get,
};
use domain::geo::LatLng;
use providers::{AddressBook, Geocoder, Place};
use serde_json::{Value, json};

const PATIENT: Duration = Duration::from_secs(20);
/// Long enough for a machine under load, short enough to wait for.
const TIMEOUT: Duration = Duration::from_millis(400);

type Asked = HashMap<String, String>;
type Answer = Result<String, (StatusCode, String)>;

/// A Pelias of a few features, and what it was asked.
#[derive(Clone)]
struct Pelias {
    features: Vec<Value>,
    asked: Arc<Mutex<Vec<Asked>>>,
}

fn feature(gid: &str, label: &str, at: (f64, f64), more: &Value) -> Value {
    let mut properties = json!({
        "id": gid.rsplit(':').next(), "gid": gid, "layer": gid.split(':').nth(1), "source": gid.split(':').next(),
        "name": label.split(',').next(), "label": label, "country_a": "FIN", "accuracy": "point",
    });
    properties.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let geometry = json!({ "type": "Point", "coordinates": [at.1, at.0] });
    json!({ "type": "Feature", "geometry": geometry, "properties": properties })
}

fn house(gid: &str, street: &str, number: &str, postcode: &str, city: &str, at: (f64, f64)) -> Value {
    let label = format!("{street} {number}, {city}, Finland");
    let parts = json!({ "street": street, "housenumber": number, "postalcode": postcode, "locality": city });
    feature(gid, &label, at, &parts)
}

const DOOR: &str = "openaddresses:address:fi/uusimaa:4d2f1c2b8a9f0e11";

impl Pelias {
    fn of_finland() -> Self {
        let abroad = json!({ "street": "Vasagatan", "housenumber": "1", "locality": "Tukholma", "country_a": "SWE" });
        let vaasa = json!({ "localadmin": "Vaasa" });
        let park = json!({ "locality": "Helsinki" });
        let nowhere = json!({ "street": "Vasakuja", "housenumber": "3" });
        let features = vec![
            house(DOOR, "Vaasankatu", "12", "00500", "Helsinki", (60.1878, 24.9611)),
            house("openstreetmap:address:node/2", "Vaasankatu", "14", "00500", "Helsinki", (60.1879, 24.9620)),
            feature("openstreetmap:street:way/3", "Vaasankatu, Vaasa, Finland", (63.09, 21.61), &vaasa),
            feature("openstreetmap:address:node/4", "Vasagatan 1, Tukholma, Ruotsi", (59.33, 18.06), &abroad),
            feature("openstreetmap:venue:node/5", "Vasapuisto, Helsinki, Finland", (60.188, 24.96), &park),
            feature("openstreetmap:address:node/6", "Vasakuja 3, Finland", (60.188, 24.96), &nowhere),
        ];
        Self { features, asked: Arc::default() }
    }

    async fn start(&self) -> String {
        let app = Router::new()
            .route("/v1/autocomplete", get(autocomplete))
            .route("/v1/place", get(place))
            .route("/v1/reverse", get(reverse))
            .with_state(self.clone());
        serve(app).await
    }

    fn answer(&self, asked: Asked, found: impl Iterator<Item = Value>) -> String {
        self.asked.lock().unwrap().push(asked);
        let found: Vec<_> = found.collect();
        let bbox = [19.0, 59.0, 32.0, 70.0];
        let engine = json!({ "version": "0.2", "engine": { "name": "Pelias" } });
        json!({ "geocoding": engine, "type": "FeatureCollection", "features": found, "bbox": bbox }).to_string()
    }

    fn last_asked(&self) -> Asked {
        self.asked.lock().unwrap().last().unwrap().clone()
    }
}

async fn serve(app: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    url
}

fn refuse(what: &str) -> (StatusCode, String) {
    (StatusCode::BAD_REQUEST, json!({ "geocoding": { "errors": [what] }, "features": [] }).to_string())
}

/// What begins as the text, the nearest to the focus first; of any layer and country, so that we have to look.
async fn autocomplete(State(pelias): State<Pelias>, Query(asked): Query<Asked>) -> Answer {
    let text = asked.get("text").filter(|text| !text.is_empty()).ok_or_else(|| refuse("invalid param 'text'"))?;
    let begins = |feature: &&Value| feature["properties"]["label"].as_str().unwrap().to_lowercase().starts_with(text);
    let mut found: Vec<Value> = pelias.features.iter().filter(begins).cloned().collect();
    if let Some(focus) = point_of(&asked, "focus.point") {
        found.sort_by(|a, b| focus.metres_to(at(a)).total_cmp(&focus.metres_to(at(b))));
    }
    Ok(pelias.answer(asked, found.into_iter()))
}

async fn place(State(pelias): State<Pelias>, Query(asked): Query<Asked>) -> Answer {
    let ids =
        asked.get("ids").filter(|ids| ids.split(':').count() >= 3).ok_or_else(|| refuse("invalid param 'ids'"))?;
    let found: Vec<Value> =
        pelias.features.iter().filter(|feature| feature["properties"]["gid"] == ids.as_str()).cloned().collect();
    Ok(pelias.answer(asked, found.into_iter()))
}

/// The nearest of all, however far away it is.
async fn reverse(State(pelias): State<Pelias>, Query(asked): Query<Asked>) -> Answer {
    let here = point_of(&asked, "point").ok_or_else(|| refuse("missing param 'point.lat'"))?;
    let houses = pelias.features.iter().filter(|feature| feature["properties"]["layer"] == "address");
    let nearest = houses.min_by(|a, b| here.metres_to(at(a)).total_cmp(&here.metres_to(at(b)))).cloned();
    Ok(pelias.answer(asked, nearest.into_iter()))
}

fn point_of(asked: &Asked, name: &str) -> Option<LatLng> {
    let degrees = |axis: &str| asked.get(&format!("{name}.{axis}"))?.parse().ok();
    LatLng::new(degrees("lat")?, degrees("lon")?).ok()
}

fn at(feature: &Value) -> LatLng {
    let [lng, lat] = [0, 1].map(|axis| feature["geometry"]["coordinates"][axis].as_f64().unwrap());
    LatLng::new(lat, lng).unwrap()
}

fn here(lat: f64, lng: f64) -> LatLng {
    LatLng::new(lat, lng).unwrap()
}

fn labels(places: &[Place]) -> Vec<String> {
    places.iter().map(Place::label).collect()
}

// spec: OS-45
#[tokio::test]
async fn addresses_in_finland_are_suggested_and_nothing_else() {
    let pelias = Pelias::of_finland();
    let geocoder = Geocoder::pelias(&pelias.start().await, PATIENT).unwrap();
    let found = geocoder.suggest(" va ", None).await;
    assert!(found.is_empty() && pelias.asked.lock().unwrap().is_empty(), "under three letters nobody is asked");

    let found = geocoder.suggest(" vaasa ", None).await;
    let wanted = ["Vaasankatu 12, 00500 Helsinki", "Vaasankatu 14, 00500 Helsinki", "Vaasankatu, Vaasa"];
    assert_eq!(labels(&found), wanted);
    assert_eq!((found[2].street_address().as_str(), &found[2].number), ("Vaasankatu", &None));
    let asked = pelias.last_asked();
    let wanted =
        [("text", "vaasa"), ("layers", "address,street"), ("boundary.country", "FIN"), ("lang", "fi"), ("size", "5")];
    assert_eq!(asked, wanted.map(|(name, value)| (name.to_owned(), value.to_owned())).into());

    assert_eq!(labels(&geocoder.suggest("vasa", None).await), [""; 0], "abroad, a park, and a house of no city");
    let near = geocoder.suggest("vaasa", Some(here(63.0, 21.6))).await;
    assert_eq!(near[0].label(), "Vaasankatu, Vaasa");
    assert_eq!(pelias.last_asked()["focus.point.lon"], "21.600000");
}

#[tokio::test]
async fn no_more_than_five_are_suggested() {
    let mut pelias = Pelias::of_finland();
    pelias.features = (1..9)
        .map(|n| house(&format!("osm:address:{n}"), "Katu", &n.to_string(), "00100", "Helsinki", (60.2, 24.9)))
        .collect();
    let geocoder = Geocoder::pelias(&pelias.start().await, PATIENT).unwrap();
    assert_eq!(geocoder.suggest("katu", None).await.len(), 5);
}

#[tokio::test]
async fn an_id_is_one_segment_of_a_path_and_finds_its_address() {
    let pelias = Pelias::of_finland();
    let geocoder = Geocoder::pelias(&pelias.start().await, PATIENT).unwrap();
    let suggested = geocoder.suggest("vaasankatu 12", None).await.remove(0);
    assert!(!suggested.id.contains(['/', '?', '#', '%']), "{}", suggested.id);
    assert_eq!(geocoder.place(&suggested.id).await, Some(suggested.clone()));
    assert_eq!(pelias.last_asked()["ids"], DOOR);
    for unknown in ["osm:address:none", "none", "", "a:b", &format!("osm:address:{}", "9".repeat(300))] {
        assert_eq!(geocoder.place(unknown).await, None, "{unknown}");
    }
    assert_eq!(pelias.asked.lock().unwrap().len(), 3, "what cannot be an id is not asked for");
}

#[tokio::test]
async fn the_nearest_house_is_found_within_two_hundred_metres() {
    let pelias = Pelias::of_finland();
    let geocoder = Geocoder::pelias(&pelias.start().await, PATIENT).unwrap();
    let near = geocoder.nearest(here(60.1870, 24.9611)).await;
    assert_eq!(near.map(|place| place.label()).as_deref(), Some("Vaasankatu 12, 00500 Helsinki"));
    let asked = pelias.last_asked();
    assert_eq!((asked["boundary.circle.radius"].as_str(), asked["layers"].as_str()), ("0.2", "address"));
    assert_eq!(geocoder.nearest(here(60.1850, 24.9611)).await, None, "300 m away");
}

/// A book with one house.
fn book() -> AddressBook {
    AddressBook::parse(&[b"street,number,postcode,city,lat,lng\nVaasankatu,16,00500,Helsinki,60.1878,24.9611\n"])
        .unwrap()
}

/// Whatever the service does, the book suggests and finds what it knows.
async fn assert_the_book_does_it(url: &str, timeout: Duration) {
    let geocoder = Geocoder::pelias(url, timeout).unwrap().with_book(book());
    let found = geocoder.suggest("vaasankatu 1", None).await;
    assert_eq!(labels(&found), ["Vaasankatu 16, 00500 Helsinki"]);
    assert_eq!(geocoder.nearest(here(60.1878, 24.9612)).await.as_ref(), found.first());
    assert_eq!(geocoder.place(&found[0].id).await.as_ref(), found.first());
    assert_eq!(geocoder.place(DOOR).await, None, "only the service knows it");
}

#[tokio::test]
async fn while_the_service_is_away_the_book_suggests() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let nobody = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    assert_the_book_does_it(&nobody, PATIENT).await;

    let silent = Router::new().fallback(|| async { std::future::pending::<()>().await });
    assert_the_book_does_it(&serve(silent).await, TIMEOUT).await;

    let endless = format!("{{\"features\":[{}]}}", " ".repeat(300 * 1024));
    let broken = [
        (StatusCode::INTERNAL_SERVER_ERROR, "oops".to_owned()),
        (StatusCode::TOO_MANY_REQUESTS, r#"{"features":[]}"#.to_owned()),
        (StatusCode::OK, "<html>".to_owned()),
        (StatusCode::OK, r#"{"features":[{"geometry":{"coordinates":[24.9,160.2]}}]}"#.to_owned()),
        (StatusCode::OK, endless),
    ];
    for answer in broken {
        let service = Router::new().fallback(|| async move { answer });
        assert_the_book_does_it(&serve(service).await, PATIENT).await;
    }
}

#[tokio::test]
async fn what_the_service_does_not_know_the_book_does_not_either() {
    let pelias = Pelias { features: Vec::new(), asked: Arc::default() };
    let geocoder = Geocoder::pelias(&pelias.start().await, PATIENT).unwrap().with_book(book());
    assert_eq!(labels(&geocoder.suggest("vaasankatu", None).await), [""; 0]);
    assert_eq!(geocoder.nearest(here(60.1878, 24.9611)).await, None);
}
