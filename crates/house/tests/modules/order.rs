//! Who may import whom inside a crate: imports run one way there, too.
//!
//! Each crate lists its rooms (the files and folders right below `src/`) from the bottom up, and a room imports only those
//! that come before it. What `lib.rs` names again counts as an import of the room in which it stands.

use std::collections::{BTreeMap, BTreeSet};

use house::{Rooms, SourceFile, files};

/// The rooms of each crate, from the bottom up.
const ORDER: [(&str, &[&str]); 24] = [
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
            "idempotency",
            "key",
            "leg",
            "money",
            "restaurant",
            "order",
            "live_state",
            "password",
            "payment",
            "phone",
            "reach",
            "reporter",
            "sealed",
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
            "area_index",
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
            "failpoints",
            "store",
            "append_calls",
            "backup",
            "batch_calls",
            "board",
            "cars",
            "content_loads",
            "idempotency",
            "dispatch_keys",
            "feedback",
            "ledger",
            "outbox",
            "checkout",
            "preparation",
            "read",
            "register",
            "restaurant_states",
            "restaurants",
            "retention",
            "search",
            "staff",
            "test_payments",
        ],
    ),
    ("deps", &["callers", "chance", "clock"]),
    ("streets", &["point", "network", "way"]),
    (
        "providers",
        &[
            "street_address",
            "place",
            "address_book",
            "current_book",
            "error",
            "api",
            "geocoder",
            "router",
            "decoders",
            "payment",
        ],
    ),
    (
        "server",
        &[
            "error",
            "etag",
            "euros",
            "document",
            "extract",
            "point",
            "accept",
            "address",
            "session",
            "credentials",
            "idempotency",
            "origin",
            "csrf",
            "work_place",
            "layers",
            "compression",
            "packed",
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
    ("outbox", &["backoff", "delivery", "figures", "worker"]),
    ("mail", &["allergens", "message", "money", "page", "post", "files", "smtp", "delivery", "receipt", "refund"]),
    (
        "tracking",
        &[
            "limits", "shops", "payload", "protocol", "board", "ids", "session", "staff", "viewers", "hub", "client",
            "dispatch", "routes", "decoders", "tests",
        ],
    ),
    ("staff", &["attempts", "state", "caller", "routes"]),
    (
        "ordering",
        &[
            "places",
            "restaurant_states",
            "stock",
            "distance",
            "point",
            "wanted",
            "chain_view",
            "menu",
            "code_attempts",
            "payment",
            "shops",
            "restaurants",
            "ordering",
            "shopper",
            "price_token",
            "cart",
            "paying",
            "delivery",
            "checkout",
            "mails",
            "routes",
            "decoders",
        ],
    ),
    (
        "content",
        &["slug", "fault", "links", "blocks", "story", "files", "stories", "menu_page", "faq_searches", "routes"],
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
            "shop",
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
            "bare_route",
            "call",
            "machine",
            "child",
            "fetch",
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
            "copies",
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
            "ledger",
            "refund",
            "staff",
            "demo",
        ],
    ),
    (
        "testkit",
        &[
            "order",
            "checkout",
            "book",
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
            "spoiled",
            "staff",
        ],
    ),
    ("house", &["source_file", "imports"]),
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
