//! The orders of a run: registered, put on the road, and told from where their cars are.

use crate::{
    call::{CallAnswer, CallLines},
    child::Served,
    clock::{Micros, now},
    crowd::CrowdOrder,
    frame::field,
    poll::Poll,
    publisher::GeoPoint,
    trouble::{Trouble, Trying},
};

/// Who calls at a time while a run is prepared: no more than PostgreSQL has connections, or some are refused.
const CALLERS: usize = 16;
/// How often a call is made that the server has no time for.
const TRIES: usize = 10;
/// What is ordered.
const ITEMS: &str =
    r#"{"name":"Margherita","quantity":1,"itemPrice":11.9},{"name":"Limonadi 0,33 l","quantity":2,"itemPrice":3.5}"#;
/// A car drives straight between these distances from its door, metres, there and back. In a second it makes what the
/// embedded router supposes where it knows no streets: 2 km take 7.7 minutes.
const FAR: f64 = 2_000.0;
const NEAR: f64 = 300.0;
const SPEED: f64 = 4.32;
const METRES_PER_DEGREE: f64 = 111_195.0;

/// Registers so many deliveries of one restaurant.
pub(crate) fn register(server: &Served, count: usize) -> Result<Vec<CrowdOrder>, Trouble> {
    let mut orders = vec![None; count];
    call_all(
        server,
        count,
        |order, body| {
            let GeoPoint { lat, lng } = door(order);
            let customer = format!(
                r#""name":"Aino Laine","phone":"+358 9 000 0001","streetAddress":"Mannerheimintie 13","postalCode":"00100",
                "city":"Helsinki","coordinates":{{"lat":{lat:.5},"lng":{lng:.5}}}"#
            );
            let text = format!(
                r#"{{"orderType":"delivery","restaurantId":"12","customer":{{{customer}}},"orderItems":[{ITEMS}]}}"#
            );
            body.extend(text.as_bytes());
            ("POST", "/api/dispatch/orders".to_owned())
        },
        |order, answer| {
            let text = |mark: &[u8]| {
                let found = field(&answer.body, mark, b"\"").map(|found| String::from_utf8_lossy(found).into_owned());
                found.ok_or_else(|| refused(answer))
            };
            orders[order] = Some(CrowdOrder { id: text(br#""orderId":""#)?, key: text(br#""orderKey":""#)? });
            Ok(())
        },
    )?;
    orders.into_iter().map(|order| order.ok_or_else(|| Trouble::new("an order was not registered"))).collect()
}

/// Gives each order a batch and a car of its own, and lets the cars leave.
pub(crate) fn put_on_road(server: &Served, orders: &[CrowdOrder]) -> Result<(), Trouble> {
    for (method, action) in [("PUT", ""), ("POST", "/depart")] {
        call_all(
            server,
            orders.len(),
            |order, body| {
                let body_of_put = || format!(r#"{{"carId":"car-{order}","stops":["{}"]}}"#, orders[order].id);
                body.extend(if action.is_empty() { body_of_put() } else { "{}".to_owned() }.as_bytes());
                (method, format!("/api/dispatch/batches/batch-{order}{action}"))
            },
            |_, answer| if answer.status == 200 { Ok(()) } else { Err(refused(answer)) },
        )?;
    }
    Ok(())
}

/// Where an order's car is at a moment. It comes nearer as fast as is believed of it, so that its arrival is news as seldom
/// as on a true drive; near its door it turns round, as a leap to a new beginning is not believed. Of all cars each is on
/// another part of its drive.
#[expect(
    clippy::cast_precision_loss,
    reason = "microseconds since 1970 are exact for centuries, and a place on a way is small"
)]
pub(crate) fn car(order: usize, moment: Micros) -> GeoPoint {
    let door = door(order);
    let driven = moment as f64 / 1_000_000.0 * SPEED + order as f64;
    let way = FAR - NEAR;
    let left = NEAR + (driven % (2.0 * way) - way).abs();
    GeoPoint { lat: door.lat + left / METRES_PER_DEGREE, lng: door.lng }
}

/// A refusal, as the run's trouble.
pub(crate) fn refused(answer: &CallAnswer) -> Trouble {
    Trouble::new(format!("a call is refused: {} {}", answer.status, String::from_utf8_lossy(&answer.body)))
}

/// Makes a call for each of so many orders, those that the server had no time for once more.
fn call_all(
    server: &Served,
    count: usize,
    mut call: impl FnMut(usize, &mut Vec<u8>) -> (&'static str, String),
    mut done: impl FnMut(usize, &CallAnswer) -> Result<(), Trouble>,
) -> Result<(), Trouble> {
    let mut left: Vec<usize> = (0..count).collect();
    for _ in 0..TRIES {
        let (mut next, mut busy) = (left.iter(), Vec::new());
        call_with(
            CALLERS,
            server,
            |body| {
                let order = *next.next()?;
                let (method, path) = call(order, body);
                Some((order as u64, method, path))
            },
            |answer| {
                let order = usize::try_from(answer.tag).trying("a tag")?;
                if answer.status == 503 {
                    busy.push(order);
                    return Ok(());
                }
                done(order, &answer)
            },
        )?;
        if busy.is_empty() {
            return Ok(());
        }
        left = busy;
    }
    Err(Trouble::new("the server had no time for a run's orders"))
}

/// Makes calls with so many connections; how long it took.
pub(crate) fn call_with(
    callers: usize,
    server: &Served,
    next: impl FnMut(&mut Vec<u8>) -> Option<(u64, &'static str, String)>,
    done: impl FnMut(CallAnswer) -> Result<(), Trouble>,
) -> Result<Micros, Trouble> {
    let mut poll = Poll::new()?;
    let mut callers = CallLines::open(&poll, server.address(), callers, 0)?;
    let began = now();
    callers.all(&mut poll, next, done)?;
    Ok(now() - began)
}

/// The doors stand on a grid where the embedded router knows no streets.
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
fn door(order: usize) -> GeoPoint {
    GeoPoint { lat: 62.240 + (order % 100) as f64 * 0.0001, lng: 25.740 + (order / 100 % 100) as f64 * 0.0002 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faster than this is not believed, metres a second: 180 km/h.
    const BELIEVED: f64 = 50.0;

    #[test]
    fn no_car_is_faster_than_is_believed() {
        // Over midnight and over several turns, for cars on different parts of their way.
        let midnight = 20_000 * 86_400_000_000;
        for order in [0, 1, 1_699, 9_999] {
            let at = |second: Micros| car(order, midnight + second * 1_000_000);
            let nearer = |second: Micros| (at(second).lat - at(second + 1).lat) * METRES_PER_DEGREE;
            let steps: Vec<f64> = (0..2_000).map(|second| nearer(second - 1_000)).collect();
            assert!(steps.iter().all(|metres| metres.abs() < BELIEVED), "car {order}");
            assert!(steps.iter().any(|metres| *metres > SPEED * 0.9), "car {order} comes nearer");
            assert!(steps.iter().any(|metres| *metres < -SPEED * 0.9), "car {order} drives back");
        }
    }
}
