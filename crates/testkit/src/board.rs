//! Somebody of the staff before the board: the rows as a page keeps them, made of the frames that
//! came and nothing else.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::{app::TestApp, watcher::Watcher};

/// The staff's token of the servers that are started with [`STAFF_FLAG`].
pub const STAFF_TOKEN: &str = "staff-token-of-the-tests";
/// The flag that lets [`STAFF_TOKEN`] in.
pub const STAFF_FLAG: &str = "--staff-token=staff-token-of-the-tests";

/// A page that shows the board.
pub struct BoardPage {
    pub line: Watcher,
    /// The rows by the orders' numbers.
    pub rows: BTreeMap<String, Value>,
    /// Frames that came so far.
    pub frames: usize,
}

impl BoardPage {
    /// Opens a line and watches the board of these restaurants; of all, where none are named.
    ///
    /// # Panics
    /// Where something else than the board is answered.
    pub async fn open(app: &TestApp, token: &str, restaurants: &[&str]) -> Self {
        Self::open_on(Watcher::open(app).await, token, restaurants).await
    }

    /// The same on a line that is open already.
    ///
    /// # Panics
    /// Where something else than the board is answered.
    pub async fn open_on(line: Watcher, token: &str, restaurants: &[&str]) -> Self {
        let mut page = Self { line, rows: BTreeMap::new(), frames: 0 };
        page.subscribe(token, restaurants).await;
        page.read().await;
        page
    }

    /// Asks for the board; what it shows so far is forgotten.
    pub async fn subscribe(&mut self, token: &str, restaurants: &[&str]) {
        let mut ask = json!({ "type": "subscribe", "topic": "board", "token": token });
        if !restaurants.is_empty() {
            ask["restaurantIds"] = json!(restaurants);
        }
        self.line.say(&ask.to_string()).await;
        self.rows.clear();
        self.frames = 0;
    }

    /// Reads the next frame, which must be of the board.
    ///
    /// # Panics
    /// Where it is not.
    pub async fn read(&mut self) -> Value {
        let frame = self.line.expect("board").await;
        self.take(&frame);
        frame
    }

    /// Reads on until the rows are so.
    ///
    /// # Panics
    /// Where nothing comes any more before they are.
    pub async fn read_until(&mut self, are_so: impl Fn(&BTreeMap<String, Value>) -> bool) {
        while !are_so(&self.rows) {
            self.read().await;
        }
    }

    /// Reads all frames of the board that are on their way.
    ///
    /// # Panics
    /// Where something else comes.
    pub async fn read_what_came(&mut self) {
        self.line.say(r#"{"type":"ping"}"#).await;
        loop {
            let frame = self.line.frame().await;
            match frame["type"].as_str() {
                Some("pong") => return,
                Some("board") => self.take(&frame),
                _ => panic!("the board was expected, not {frame}"),
            }
        }
    }

    /// The numbers of the orders that it shows.
    #[must_use]
    pub fn orders(&self) -> Vec<&str> {
        self.rows.keys().map(String::as_str).collect()
    }

    fn take(&mut self, frame: &Value) {
        let (orders, removed) = (frame["orders"].as_array(), frame["removed"].as_array());
        let removed = removed.expect("a list of what left");
        assert!(self.frames > 0 || removed.is_empty(), "the first frame is the whole");
        for order in orders.expect("a list of orders") {
            self.rows.insert(order["orderId"].as_str().expect("a number").to_owned(), order.clone());
        }
        for order in removed {
            let order = order.as_str().expect("a number");
            assert!(self.rows.remove(order).is_some(), "{order} left without having been there");
        }
        self.frames += 1;
    }
}
