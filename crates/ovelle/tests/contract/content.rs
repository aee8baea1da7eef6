//! The content folder, as an operator checks it, starts with it, and changes it under a running node.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, ChildStderr, Command, Output},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

use super::process::{command, open, register};

/// Nine restaurants that name nothing of other files.
const RESTAURANTS: &str = include_str!("../../../chain/tests/fixtures/former/restaurants.json");

/// A node whose log is read as it comes; killed when dropped.
struct Node {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

impl Node {
    fn start(folder: &Path) -> Self {
        let mut command = command(folder);
        command.env("OVELLE_CONTENT", folder.join("content"));
        let mut child = command.spawn().expect("the binary starts");
        let log = BufReader::new(child.stderr.take().expect("its log"));
        let mut node = Self { child, log, address: String::new() };
        let listening = node.until("listening");
        let (_, rest) = listening.split_once("address=").expect("an address");
        node.address = rest.split_whitespace().next().expect("an address").to_owned();
        node
    }

    /// Everything that is logged up to a line that says something.
    fn until(&mut self, needle: &str) -> String {
        let mut said = String::new();
        let mut from = 0;
        while !said[from..].contains(needle) {
            from = said.len();
            assert_ne!(self.log.read_line(&mut said).expect("its log"), 0, "it ended: {said}");
        }
        said
    }

    fn hang_up(&self) {
        let asked = Command::new("kill").args(["-HUP", &self.child.id().to_string()]).status();
        assert!(asked.expect("a signal is sent").success());
    }

    async fn shop(&self, id: &str) -> Value {
        self.get(&format!("v2/shops/{id}")).await
    }

    /// The labels of the addresses that are suggested.
    async fn suggested(&self, text: &str) -> Vec<String> {
        let places = self.get(&format!("places/suggest?q={text}")).await;
        let labels = places.as_array().expect("a list").iter().map(|place| place["label"].as_str().expect("a text"));
        labels.map(str::to_owned).collect()
    }

    async fn get(&self, path: &str) -> Value {
        let url = format!("http://{}/api/commerce/{path}", self.address);
        reqwest::get(url).await.expect("it answers").json().await.expect("a body")
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        // Where it has ended already, there is nothing to kill.
        let _gone = self.child.kill();
        let _ended = self.child.wait();
    }
}

fn write(folder: &Path, file: &str, text: &str) {
    std::fs::create_dir_all(folder.join("content")).expect("a folder");
    std::fs::write(folder.join("content").join(file), text).expect("a file");
}

fn check(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ovelle"));
    command.args(["content", "check"]).arg(folder.join("content")).env_clear().output().expect("the binary runs")
}

#[test]
fn a_folder_is_checked_without_a_node() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "restaurants.json", RESTAURANTS);
    let sound = check(folder.path());
    assert_eq!(sound.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&sound.stdout).starts_with("sound: 9 restaurants"), "{sound:?}");

    write(folder.path(), "settings.json", "{\n\"phoneOrderFee\": 0.999,\n\"colour\": 1}");
    write(folder.path(), "areas.json", "[");
    write(
        folder.path(),
        "addresses.csv",
        "street,number,postcode,city,lat,lng\nKatu,1,00100,Pori,61.4,21.7\nKatu,,1,Pori\nKatu,x,00100,,61,2\n",
    );
    let faulty = check(folder.path());
    assert_eq!(faulty.status.code(), Some(1));
    let said = String::from_utf8_lossy(&faulty.stderr).into_owned();
    let lines: Vec<_> = said.lines().take(6).collect();
    assert_eq!(
        lines,
        [
            "areas.json:1: $: is not JSON: EOF while parsing a list",
            "settings.json:2: phoneOrderFee: is finer than cents",
            "settings.json:3: colour: is no known field",
            "addresses.csv:3: [1]: has 4 fields, not 6",
            "addresses.csv:4: [2].city: is empty",
            "addresses.csv:4: [2].number: is \"x\", which is no house number",
        ]
    );
    std::fs::write(folder.path().join("content/addresses.csv"), b"street,number\xff").expect("a file");
    let faulty = String::from_utf8_lossy(&check(folder.path()).stderr).into_owned();
    assert!(faulty.contains("\naddresses.csv:1: $: is not UTF-8\n"), "{faulty}");
}

#[test]
fn a_node_with_faulty_content_says_every_fault_and_does_not_begin() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "restaurants.json", &RESTAURANTS.replacen("\"00100\"", "100", 1));
    write(folder.path(), "stock.json", "[{\"shopId\": \"99\"}]");
    write(folder.path(), "addresses.csv", "street\n");
    let mut command = command(folder.path());
    let ended = command.env("OVELLE_CONTENT", folder.path().join("content")).output().expect("the binary runs");
    assert_eq!(ended.status.code(), Some(1));
    let said = String::from_utf8_lossy(&ended.stderr).into_owned();
    let lines: Vec<_> = said.lines().collect();
    assert!(lines.contains(&"restaurants.json:8: [0].zip: is a number, not a text"), "{said}");
    assert!(lines.contains(&"stock.json:1: [0].shopId: there is no restaurant 99"), "{said}");
    let header = "addresses.csv:1: $: does not begin with the line street,number,postcode,city,lat,lng";
    assert!(lines.contains(&header), "{said}");
    assert!(!said.contains("listening"), "{said}");
    assert!(!folder.path().join("data").exists(), "faults are found before the database is made");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_folders_own_addresses_stand_for_the_built_in_ones() {
    const HEADER: &str = "street,number,postcode,city,lat,lng";
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "restaurants.json", RESTAURANTS);
    let mut node = Node::start(folder.path());
    assert_eq!(node.suggested("vilhonkatu+4").await, ["Vilhonkatu 4, 00100 Helsinki"], "the built-in ones");

    write(folder.path(), "addresses.csv", &format!("{HEADER}\nVilhonkatu,4,33100,Tampere,61.4,23.7\n"));
    node.hang_up();
    node.until("the content was read anew");
    assert_eq!(node.suggested("vilhonkatu+4").await, ["Vilhonkatu 4, 33100 Tampere"]);
    let geocoded = node.get("geocode?streetaddress=Vilhonkatu+4&city=Tampere").await;
    assert_eq!(geocoded, json!({ "latitude": 61.4, "longitude": 23.7 }));

    write(folder.path(), "addresses.csv", &format!("{HEADER}\nVilhonkatu,4,33100,Tampere,61.4\n"));
    node.hang_up();
    let said = node.until("the content in force stays");
    assert!(said.contains("addresses.csv:2: [0]: has 5 fields, not 6"), "{said}");
    assert_eq!(node.suggested("vilhonkatu+4").await, ["Vilhonkatu 4, 33100 Tampere"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hangup_puts_new_content_in_force_and_drops_no_line() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "restaurants.json", RESTAURANTS);
    let mut node = Node::start(folder.path());
    let order = register(&node.address).await.expect("an order");
    let mut socket = open(&node.address, &order).await;
    let before = node.shop("14").await;
    assert_eq!(before["isActive"], true);

    // One restaurant has another name, one is gone.
    let mut all: Vec<Value> = serde_json::from_str(RESTAURANTS).unwrap();
    all.retain(|shop| shop["shopId"] != "14");
    all[0]["displayName"] = json!("Ovelle Uusi");
    write(folder.path(), "restaurants.json", &Value::from(all).to_string());
    node.hang_up();
    node.until("the content was read anew");
    assert_eq!(node.shop("12").await["displayName"], "Ovelle Uusi");
    let gone = node.shop("14").await;
    assert_eq!(
        (&gone["isActive"], &gone["displayName"]),
        (&json!(false), &before["displayName"]),
        "it stays, inactive"
    );

    write(folder.path(), "restaurants.json", "[{\"shopId\": 12}]");
    node.hang_up();
    let said = node.until("the content in force stays");
    assert!(said.contains("restaurants.json:1: [0].shopId: is a number, not a text"), "{said}");
    assert!(said.contains("restaurants.json:1: [0].email: is missing"), "{said}");
    assert_eq!(node.shop("12").await["displayName"], "Ovelle Uusi");

    write(folder.path(), "restaurants.json", RESTAURANTS);
    node.hang_up();
    node.until("the content was read anew");
    assert_eq!(node.shop("14").await, before);
    socket.send(Message::text(json!({ "type": "ping" }).to_string())).await.unwrap();
    loop {
        let frame = socket.next().await.expect("the line is as it was").expect("a frame");
        if frame.to_text().is_ok_and(|text| text.contains("\"pong\"")) {
            return;
        }
    }
}
