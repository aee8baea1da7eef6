//! How each row of the table is done.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::app::BOUND_KEY;

use super::{
    REASON,
    scene::{ORDER, SIGN_IN, Scene, came, pickup},
};
use crate::carts::{CART, cart, line};

const DISPATCH: (&str, &str) = ("/api/dispatch/live", "ovelle.dispatch.v1");
const TRACKING: (&str, &str) = ("/api/tracking/live", "ovelle.live.v1");
/// Of what happens on a line, which has no status.
const ON_A_LINE: u16 = 0;

impl Scene {
    /// Does what a row of the table says.
    pub(super) async fn attack(&mut self, what: &str, from: &str) {
        let (status, expected) = if let Some(came) = self.knock(what, from).await {
            came
        } else if let Some(came) = self.reach_out(what, from).await {
            came
        } else if let Some(came) = self.reach_out_on_a_line(what, from).await {
            came
        } else if let Some(came) = self.guess(what, from).await {
            came
        } else {
            panic!("nobody does {what}")
        };
        assert_eq!(status, expected, "{what}");
    }

    /// Comes as nobody: the status that it came to, and the one that it should; none of another row.
    async fn knock(&mut self, what: &str, from: &str) -> Option<(u16, u16)> {
        let wrong = json!({ "email": "liisa@ovelle.example", "password": "wrong-password" });
        let of_another = json!({ "email": "x@y.fi", "password": "wrong-1" });
        let of_customer = json!({ "email": "aino@example.fi", "password": "wrong-2" });
        Some(match what {
            "a wrong password" => (self.post(SIGN_IN, from, &wrong).await.0, 401),
            "a customer's wrong password" => (self.post("/api/users/login", from, &of_customer).await.0, 401),
            "a program's wrong password" => (self.post("/api/users/token", from, &of_customer).await.0, 401),
            "a sixth wrong password" => {
                for _ in 0..5 {
                    self.post(SIGN_IN, &format!("{from}0"), &of_another).await;
                }
                (self.post(SIGN_IN, from, &of_another).await.0, 429)
            }
            "a wrong present password" => {
                let change = json!({ "password": "wrong-password", "newPassword": "kirahvi-kello-7" });
                (self.as_liisa(Method::POST, "/api/users/staff/password", from, &change).await.0, 422)
            }
            "a token that nobody has" => {
                let call = self.request(Method::GET, "/api/staff/orders", from).bearer_auth("wrong-token");
                (came(call).await.0, 401)
            }
            "a dispatch key that nobody has" => {
                (self.as_key("wrong-dispatch-key", "/api/dispatch/status", from, &json!([])).await.0, 401)
            }
            "a key of a dispatch line that nobody has" => {
                self.line(DISPATCH, from, &[json!({ "type": "auth", "key": "wrong-dispatch-key" })]).await;
                (ON_A_LINE, ON_A_LINE)
            }
            "a key in a dispatch line's upgrade that nobody has" => {
                let call = self.request(Method::GET, DISPATCH.0, from).bearer_auth("wrong-dispatch-key");
                let call = call.header("connection", "upgrade").header("upgrade", "websocket");
                let call = call.header("sec-websocket-version", "13").header("sec-websocket-protocol", DISPATCH.1);
                (came(call.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")).await.0, 401)
            }
            "a forged notification" => {
                let call = self.request(Method::POST, "/api/payments/notifications/test", from);
                (came(call.header("Ovelle-Signature", "t=1,v1=00").json(&json!({}))).await.0, 401)
            }
            _ => return None,
        })
    }

    /// Asks, as somebody who is known, for what is not theirs, or gives money back.
    async fn reach_out(&mut self, what: &str, from: &str) -> Option<(u16, u16)> {
        let elsewhere = self.elsewhere.clone();
        let of_staff = |more: &str| format!("/api/staff/orders/{elsewhere}{more}");
        Some(match what {
            "a key out of reach" => {
                let path = format!("/api/dispatch/orders/{elsewhere}/status");
                (self.as_key(BOUND_KEY, &path, from, &json!({ "status": 3 })).await.0, 403)
            }
            "a key out of reach in bulk" => {
                let all = json!([{ "orderId": elsewhere, "status": 3 }]);
                (self.as_key(BOUND_KEY, "/api/dispatch/status", from, &all).await.0, 200)
            }
            "a role without the right" => {
                (self.as_liisa(Method::POST, &of_staff("/accept"), from, &json!({ "minutes": 20 })).await.0, 403)
            }
            "a person out of reach" => (self.as_liisa(Method::GET, &of_staff(""), from, &Value::Null).await.0, 404),
            "a refund out of reach" => {
                (self.as_liisa(Method::POST, &of_staff("/refund"), from, &json!({ "reason": REASON })).await.0, 404)
            }
            "money given back by a person" => {
                let path = format!("/api/staff/orders/{}/refund", self.paid("0409998870").await);
                let body = json!({ "amount": 5, "reason": REASON });
                (self.as_liisa(Method::POST, &path, from, &body).await.0, 200)
            }
            _ => return None,
        })
    }

    /// The same on a line.
    async fn reach_out_on_a_line(&mut self, what: &str, from: &str) -> Option<(u16, u16)> {
        let elsewhere = self.elsewhere.clone();
        let auth = json!({ "type": "auth", "key": BOUND_KEY });
        let subscribe = |fields: Value| {
            let mut frame = json!({ "type": "subscribe" });
            frame.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
            frame
        };
        let (line, frames) = match what {
            "a key out of reach on a line" => {
                (DISPATCH, vec![auth, json!({ "type": "status", "id": 1, "orderId": elsewhere, "status": 3 })])
            }
            "a key that watches out of reach" => {
                (DISPATCH, vec![auth, json!({ "type": "watch", "id": 1, "restaurantId": "14" })])
            }
            "a board out of reach" => {
                let token = self.live_token().await;
                (TRACKING, vec![subscribe(json!({ "topic": "board", "token": token, "restaurantIds": ["14"] }))])
            }
            "an order out of reach on a line" => {
                let token = self.live_token().await;
                (TRACKING, vec![subscribe(json!({ "topic": "order", "orderId": elsewhere, "token": token }))])
            }
            "eleven wrong order keys on a line" => {
                let wrong = |n: usize| {
                    subscribe(json!({ "topic": "order", "orderId": elsewhere, "orderKey": format!("wrong-{n}") }))
                };
                (TRACKING, (0..11).map(wrong).collect())
            }
            _ => return None,
        };
        self.line(line, from, &frames).await;
        Some((ON_A_LINE, ON_A_LINE))
    }

    /// Guesses until it is too much.
    async fn guess(&mut self, what: &str, from: &str) -> Option<(u16, u16)> {
        let mut status = 0;
        let expected = match what {
            "six wrong gift cards" => {
                for n in 0..6 {
                    let card = json!({ "number": "4929123412341234", "pin": format!("9{n}") });
                    let order = pickup("0409998877", &json!({ "paymentOption": { "giftCard": card } }));
                    status = self.post(ORDER, from, &order).await.0;
                }
                409
            }
            "six wrong codes" | "eleven wrong codes" => {
                let most = if what.starts_with("six") { 6 } else { 11 };
                for n in 0..most {
                    let codes = json!({ "promotionCodes": [format!("KOODI{n}")] });
                    status =
                        self.post(CART, from, &cart("pickup", &[line("a", "3001", "101", 1, &[])], &codes)).await.0;
                }
                200
            }
            "eleven wrong order keys" => {
                for n in 0..11 {
                    let path = format!("/api/commerce/v2/order-tracking/{}/wrong-{n}", self.elsewhere);
                    status = came(self.request(Method::GET, &path, from)).await.0;
                }
                429
            }
            _ => return None,
        };
        Some((status, expected))
    }
}
