//! Who may import whom inside a crate: imports run one way there, too.
//!
//! Each crate lists its rooms (the files and folders right below `src/`) from the bottom up, and a room imports only those
//! that come before it. What `lib.rs` names again counts as an import of the room in which it stands.

use std::collections::{BTreeMap, BTreeSet};

use house::{SourceFile, files};

/// The rooms of each crate, from the bottom up.
const ORDER: [(&str, &[&str]); 21] = [
    (
        "domain",
        &[
            "ids",
            "actor",
            "board",
            "geo",
            "car",
            "error",
            "hours",
            "key",
            "leg",
            "money",
            "restaurant",
            "order",
            "password",
            "phone",
            "reach",
            "reporter",
            "search",
            "staff",
        ],
    ),
    (
        "chain",
        &[
            "ids",
            "percent",
            "per_size",
            "slug",
            "code",
            "time",
            "polygon",
            "shop",
            "area",
            "menu",
            "campaign",
            "stock",
            "highlights",
            "payment",
            "settings",
            "fault",
            "json",
            "chain",
            "hours",
            "read",
            "current",
            "decoders",
        ],
    ),
    (
        "pricing",
        &[
            "cart", "moment", "person", "spread", "steps", "message", "line", "priced", "draft", "request", "campaign",
            "order", "price",
        ],
    ),
    ("fastpath", &["car_map", "json_writer", "prefetch", "shrink"]),
    ("metrics", &["hops"]),
    (
        "store",
        &[
            "error",
            "ts",
            "append",
            "row",
            "batches",
            "config",
            "deadline",
            "migrations",
            "restaurant_row",
            "order",
            "postgres",
            "sqlite",
            "backend",
            "connection",
            "store",
            "append_calls",
            "backup",
            "batch_calls",
            "board",
            "cars",
            "dispatch_keys",
            "feedback",
            "preparation",
            "read",
            "register",
            "restaurants",
            "retention",
            "search",
            "staff",
        ],
    ),
    ("deps", &["callers", "chance", "clock"]),
    ("streets", &["point", "network", "way"]),
    ("providers", &["street_address", "address_book", "error", "api", "geocoder", "router"]),
    (
        "server",
        &[
            "error",
            "etag",
            "euros",
            "document",
            "extract",
            "accept",
            "address",
            "session",
            "credentials",
            "origin",
            "csrf",
            "work_place",
            "layers",
            "compression",
            "bounded_table",
            "pace",
            "password",
            "rate",
            "websocket",
        ],
    ),
    ("bus", &["log_throttle", "message", "presence", "sightings", "interface", "local", "redis"]),
    (
        "live",
        &[
            "close",
            "topic_ids",
            "wire",
            "frame",
            "limits",
            "connection",
            "broadcast",
            "control",
            "connections",
            "conversation",
            "mock_socket",
            "socket",
        ],
    ),
    (
        "orders",
        &[
            "limits",
            "subscribers",
            "parts",
            "announce",
            "cars",
            "node",
            "batches",
            "feedback",
            "place",
            "positions",
            "report",
            "kitchen",
        ],
    ),
    (
        "tracking",
        &[
            "limits", "payload", "protocol", "board", "ids", "session", "staff", "viewers", "hub", "client",
            "dispatch", "routes", "decoders", "tests",
        ],
    ),
    ("staff", &["attempts", "state", "caller", "routes"]),
    (
        "ordering",
        &[
            "restaurant_states",
            "stock",
            "point",
            "wanted",
            "chain_view",
            "ordering",
            "shopper",
            "price_token",
            "shops",
            "routes",
        ],
    ),
    (
        "simulator",
        &[
            "wire",
            "addresses",
            "texts",
            "customer",
            "menu",
            "basket",
            "roads",
            "batch",
            "course",
            "dispatch",
            "kitchen",
            "neighbourhood",
            "opening",
            "orders",
            "plan",
            "preorder",
            "promise",
            "receiver",
            "way",
            "week",
            "prospect",
            "keys",
            "retry",
            "client",
            "pace",
            "running",
            "watchers",
            "city",
            "plan_tests",
        ],
    ),
    (
        "bench",
        &[
            "frame",
            "clock",
            "trouble",
            "poll",
            "bare",
            "call",
            "machine",
            "child",
            "histogram",
            "crowd",
            "publisher",
            "town",
            "usage",
            "drive",
            "ladder",
            "report",
            "session",
            "sql",
            "runs",
            "measure",
        ],
    ),
    (
        "ovelle",
        &[
            "allocator",
            "callers",
            "config",
            "clock",
            "content",
            "price",
            "known_restaurants",
            "figures",
            "operations",
            "openapi",
            "pages",
            "retention",
            "rooms",
            "secret",
            "app",
            "serve",
            "backup",
            "city",
            "keys",
            "staff",
            "demo",
        ],
    ),
    (
        "testkit",
        &[
            "order",
            "clock",
            "db",
            "names",
            "kitchen",
            "guard",
            "port",
            "redis",
            "app",
            "balancer",
            "bell",
            "bin",
            "watcher",
            "board",
            "privilege",
            "cable",
            "callers",
            "checker",
            "conformance",
            "disk",
            "dispatcher",
            "process",
            "load",
            "postgres",
            "proxy",
            "shifted_clock",
            "staff",
        ],
    ),
    ("house", &[]),
];

/// Rooms that import each other still, in crates that nobody has taken apart yet. No row is ever added here.
const KNOTS: [(&str, &[&str]); 1] = [(
    "simulator",
    &[
        "batch",
        "course",
        "dispatch",
        "kitchen",
        "neighbourhood",
        "opening",
        "orders",
        "plan",
        "preorder",
        "promise",
        "receiver",
        "way",
        "week",
    ],
)];

/// The imports of a crate's rooms, each with a file in which it stands.
struct Rooms {
    names: BTreeSet<String>,
    imports: BTreeMap<(String, String), String>,
    /// What rooms import from `lib.rs` itself, each with the file.
    from_root: BTreeMap<String, String>,
}

/// A file below `src/` with the path of its module.
struct Module<'a> {
    file: &'a SourceFile,
    path: Vec<String>,
    text: String,
}

impl<'a> Module<'a> {
    fn new(file: &'a SourceFile, below: &str) -> Self {
        let mut path: Vec<String> = below.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
        if path.last().is_some_and(|last| last == "mod") {
            path.pop();
        }
        Self { file, path, text: product_of(&file.text) }
    }

    fn is_root(&self) -> bool {
        matches!(self.path[0].as_str(), "lib" | "main")
    }

    /// Tests may look at everything.
    fn is_test(&self) -> bool {
        let is_declared_so = |name: &String| name == "tests" || name == "model" || name == "schedules";
        self.path.iter().any(is_declared_so) || self.path.iter().any(|name| name.ends_with("_tests"))
    }
}

/// A source without comments and without the tests at its end.
fn product_of(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// The names right behind a path that begins at `from`, such as `crate::`: one, or those of a list.
fn names_behind<'t>(text: &'t str, from: &str) -> Vec<&'t str> {
    let mut names = Vec::new();
    for (at, _) in text.match_indices(from) {
        let is_whole = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':');
        if is_whole {
            names.extend(first_names(&text[at + from.len()..]));
        }
    }
    names
}

/// The first names of a path or of a list of paths.
fn first_names(text: &str) -> Vec<&str> {
    let word = |text: &'_ str| text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    let Some(list) = text.strip_prefix('{') else { return vec![&text[..word(text)]] };
    let (mut names, mut depth, mut begins) = (Vec::new(), 0, true);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && !c.is_whitespace() => {
                names.push(&list[at..at + word(&list[at..])]);
                begins = false;
            }
            _ => {}
        }
    }
    names
}

impl Rooms {
    fn of(name: &str, files: &[SourceFile]) -> Self {
        let below = format!("crates/{name}/src/");
        let modules: Vec<Module> = files
            .iter()
            .filter(|file| file.path.ends_with(".rs"))
            .filter_map(|file| Some(Module::new(file, file.path.strip_prefix(&below)?)))
            .collect();
        let names = modules.iter().filter(|module| !module.is_root()).map(|module| module.path[0].clone()).collect();
        let renamed = named_again(&modules, &names);
        let mut rooms = Self { names, imports: BTreeMap::new(), from_root: BTreeMap::new() };
        for module in modules.iter().filter(|module| !module.is_root() && !module.is_test()) {
            let supers = "super::".repeat(module.path.len());
            for imported in names_behind(&module.text, "crate::").into_iter().chain(names_behind(&module.text, &supers))
            {
                let is_room = rooms.names.contains(imported);
                match renamed.get(imported).cloned().or_else(|| is_room.then(|| imported.to_owned())) {
                    Some(room) if room == module.path[0] => {}
                    Some(room) => drop(rooms.imports.insert((module.path[0].clone(), room), module.file.path.clone())),
                    None if imported.is_empty() || imported == "self" => {}
                    None => drop(rooms.from_root.insert(imported.to_owned(), module.file.path.clone())),
                }
            }
        }
        rooms
    }
}

/// What the root names again, each with its room.
fn named_again(modules: &[Module], rooms: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut again = BTreeMap::new();
    for module in modules.iter().filter(|module| module.is_root()) {
        for statement in module.text.split(';').filter_map(|text| text.split("use ").nth(1)) {
            let Some((room, rest)) = statement.split_once("::").filter(|(room, _)| rooms.contains(*room)) else {
                continue;
            };
            let items = rest.trim().trim_start_matches('{').trim_end_matches('}');
            for item in items.split(',').map(str::trim).filter(|item| !item.is_empty()) {
                let name = item.rsplit(" as ").next().unwrap_or(item).rsplit("::").next().unwrap_or(item);
                again.insert(name.trim_matches(|c| c == '{' || c == '}').to_owned(), room.to_owned());
            }
        }
    }
    again
}

fn crates(files: &[SourceFile]) -> BTreeSet<String> {
    let name = |file: &SourceFile| {
        let name = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        (!name.contains('/')).then(|| name.to_owned())
    };
    files.iter().filter_map(name).collect()
}

#[test]
fn every_room_of_every_crate_has_its_place() {
    let files = files();
    let order: BTreeMap<_, _> = ORDER.into_iter().collect();
    let listed: BTreeSet<_> = order.keys().map(|name| (*name).to_owned()).collect();
    assert_eq!(crates(&files), listed, "a crate lists its rooms from the bottom up in ORDER");
    for (name, rooms) in &order {
        let listed: BTreeSet<_> = rooms.iter().map(|room| (*room).to_owned()).collect();
        assert_eq!(Rooms::of(name, &files).names, listed, "the rooms of {name}, each once in ORDER");
    }
}

#[test]
fn imports_inside_a_crate_run_one_way() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, order) in ORDER {
        let place = |room: &str| order.iter().position(|listed| *listed == room);
        let knot = KNOTS.iter().find(|(knotted, _)| *knotted == name).map_or(&[][..], |(_, knot)| knot);
        let are_knotted = |one: &str, other: &str| knot.contains(&one) && knot.contains(&other);
        for ((from, to), file) in Rooms::of(name, &files).imports {
            if place(&to) >= place(&from) && !are_knotted(&from, &to) {
                wrong.push(format!("{name}: {from} may not import {to} ({file})"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "move what is needed to a room that both may reach, or hand it in; ORDER says which come first:\n{}",
        wrong.join("\n"),
    );
}

#[test]
fn the_root_of_a_library_only_names() {
    let files = files();
    let mut wrong = Vec::new();
    for (name, _) in ORDER {
        for (item, file) in Rooms::of(name, &files).from_root {
            wrong.push(format!("{name}: {item}, which {file} imports"));
        }
    }
    assert!(wrong.is_empty(), "these stand in lib.rs itself; give each a room:\n{}", wrong.join("\n"));
}

#[test]
fn a_knot_is_still_one() {
    let files = files();
    for (name, knot) in KNOTS {
        let imports = Rooms::of(name, &files).imports;
        for room in knot {
            let is_tied = imports.keys().any(|(from, to)| from == room && knot.contains(&to.as_str()));
            assert!(is_tied, "{room} of {name} is no longer part of the knot: take it out of KNOTS");
        }
    }
}
