//! A dispatcher: whoever speaks over the dispatch line.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use crate::{app::TestApp, watcher::Watcher};

/// The path of the dispatch line.
pub const PATH: &str = "/api/dispatch/live";
/// The header that asks for its subprotocol.
pub const PROTOCOL: (&str, &str) = ("sec-websocket-protocol", "ovelle.dispatch.v1");

/// A client of the dispatch line.
pub struct DispatchClient {
    pub line: Watcher,
    next: i64,
    answers: HashMap<i64, Value>,
    /// The orders of watched restaurants by their numbers, as they were told last.
    pub orders: BTreeMap<String, Value>,
    /// What watched restaurants say of themselves, as it was told last.
    pub said: BTreeMap<String, Value>,
    /// How many frames showed an order.
    pub told: usize,
    /// How many frames bore more than one answer.
    pub joined: usize,
}

impl DispatchClient {
    /// Opens a line with a key at the upgrade.
    ///
    /// # Panics
    /// Where it is refused.
    pub async fn open(app: &TestApp, key: &str) -> Self {
        let key = format!("Bearer {key}");
        let headers = [PROTOCOL, ("authorization", &key)];
        Self::on(Watcher::try_open_at(app, PATH, &headers).await.expect("the line opens"))
    }

    /// Opens a line with a key, whose kernel takes next to nothing while it is not read.
    ///
    /// # Panics
    /// Where it is refused.
    pub async fn open_narrow(app: &TestApp, key: &str) -> Self {
        let key = format!("Bearer {key}");
        Self::on(Watcher::open_narrow_at(app, PATH, &[PROTOCOL, ("authorization", &key)]).await)
    }

    /// Opens a line that has not said its key yet.
    ///
    /// # Panics
    /// Where it is refused.
    pub async fn open_strange(app: &TestApp) -> Self {
        Self::on(Watcher::try_open_at(app, PATH, &[PROTOCOL]).await.expect("the line opens"))
    }

    fn on(line: Watcher) -> Self {
        Self {
            line,
            next: 1,
            answers: HashMap::new(),
            orders: BTreeMap::new(),
            said: BTreeMap::new(),
            told: 0,
            joined: 0,
        }
    }

    /// Says its key.
    pub async fn auth(&mut self, key: &str) {
        self.line.say(&json!({ "type": "auth", "key": key }).to_string()).await;
    }

    /// Makes a call with these fields; the number under which it is answered.
    ///
    /// # Panics
    /// Where the fields are none, or the line is dead.
    pub async fn call(&mut self, kind: &str, fields: &Value) -> i64 {
        let (id, frame) = self.frame(kind, fields);
        self.line.say(&frame).await;
        id
    }

    /// Makes calls that arrive together; the numbers under which they are answered.
    ///
    /// # Panics
    /// As [`call`](Self::call).
    pub async fn call_together(&mut self, kind: &str, calls: &[Value]) -> Vec<i64> {
        let (ids, frames): (Vec<i64>, Vec<String>) = calls.iter().map(|fields| self.frame(kind, fields)).unzip();
        self.line.say_together(frames).await;
        ids
    }

    fn frame(&mut self, kind: &str, fields: &Value) -> (i64, String) {
        let id = self.next;
        self.next += 1;
        let mut frame = json!({ "type": kind, "id": id });
        frame.as_object_mut().expect("an object").extend(fields.as_object().expect("fields").clone());
        (id, frame.to_string())
    }

    /// Reports a status.
    pub async fn report(&mut self, order: &str, status: i16) -> i64 {
        self.call("status", &json!({ "orderId": order, "status": status })).await
    }

    /// The answer to a call, as it would come alone.
    ///
    /// # Panics
    /// Where none comes.
    pub async fn answer(&mut self, id: i64) -> Value {
        loop {
            if let Some(answer) = self.answers.remove(&id) {
                return answer;
            }
            self.read().await;
        }
    }

    /// Reads on until the watched orders are so.
    ///
    /// # Panics
    /// Where nothing comes any more before they are.
    pub async fn read_until(&mut self, are_so: impl Fn(&BTreeMap<String, Value>) -> bool) {
        while !are_so(&self.orders) {
            self.read().await;
        }
    }

    /// Reads on until watched restaurants say this.
    ///
    /// # Panics
    /// Where nothing comes any more before they do.
    pub async fn read_until_said(&mut self, is_said: impl Fn(&BTreeMap<String, Value>) -> bool) {
        while !is_said(&self.said) {
            self.read().await;
        }
    }

    async fn read(&mut self) {
        let frame = self.line.frame().await;
        match frame["type"].as_str() {
            Some("acks") => {
                let acks = frame["acks"].as_array().expect("a list").clone();
                assert!(acks.len() > 1, "one alone needs no list: {acks:?}");
                self.joined += 1;
                acks.into_iter().for_each(|ack| self.keep(ack));
            }
            Some("ack" | "error") => self.keep(frame),
            Some("order") => {
                let number = frame["order"]["orderId"].as_str().expect("a number").to_owned();
                self.orders.insert(number, frame["order"].clone());
                self.told += 1;
            }
            Some("restaurant") => {
                let number = frame["restaurant"]["restaurantId"].as_str().expect("a number").to_owned();
                self.said.insert(number, frame["restaurant"].clone());
            }
            _ => panic!("a frame of the dispatch line was expected, not {frame}"),
        }
    }

    fn keep(&mut self, answer: Value) {
        let id = answer["id"].as_i64().unwrap_or_else(|| panic!("an answer to a call: {answer}"));
        assert!(self.answers.insert(id, answer).is_none(), "{id} is answered once");
    }
}
