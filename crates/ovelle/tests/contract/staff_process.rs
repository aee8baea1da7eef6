//! `ovelle staff …` and `ovelle backup`, as an operator calls them.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use reqwest::Method;
use serde_json::json;
use testkit::{
    app::TestApp,
    customer::CustomerPerson,
    db::{self, DatabaseKind, TestDb},
    kitchen::Answer,
    staff::StaffClient,
    store_contract,
};

use crate::{
    process::{Node, command, register},
    tracking_path,
};

/// Calls the binary on a database.
pub(crate) fn ovelle(database_url: &str, args: &[&str], more: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ovelle"));
    command.args(args).env("DATABASE_URL", database_url).env("RUST_LOG", "warn").envs(more.iter().copied());
    command.output().expect("the binary starts")
}

/// What a call printed that must succeed.
pub(crate) fn printed(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap().trim_end().to_owned()
}

/// Why a call was refused that must not succeed.
pub(crate) fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr.clone()).unwrap()
}

store_contract!(staff_are_let_in_listed_and_removed, |db| async move {
    let app = TestApp::start(&db).await;
    let staff = |args: &[&str]| ovelle(db.url(), &[&["staff"], args].concat(), &[]);
    assert_eq!(printed(&staff(&["list"])), "there is nobody");
    let added = staff(&["add", "Aino@Ovelle.Example", "--restaurants", "12,14"]);
    let password = printed(&added);
    let told = String::from_utf8(added.stderr).unwrap();
    let expected =
        r#"kind="role_changed" who="command line" address="-" subject="staff:1: let in as callcentre, 12+14""#;
    assert!(told.contains(expected) && !told.to_lowercase().contains("aino"), "{told}");
    let mut aino = StaffClient::let_in(&app, "other@ovelle.example", &[]).await;
    (aino.email, aino.password) = ("aino@ovelle.example".to_owned(), password.clone());
    let known = aino.sign_in().await;
    let expected = json!({ "email": "aino@ovelle.example", "restaurantIds": ["12", "14"], "roles": ["callcentre"],
                           "mustChangePassword": true });
    assert_eq!((known.status.as_u16(), known.body), (200, expected));
    assert_eq!(aino.sign_in().await.status, 200, "it works until another is chosen");
    let list = printed(&staff(&["list"]));
    assert!(list.contains("aino@ovelle.example\t12+14\tcallcentre\thas not chosen a password"), "{list}");
    let change = json!({ "password": password, "newPassword": "kirahvi-kello-7" });
    assert_eq!(aino.call(Method::POST, "/api/users/staff/password", &change).await.status, 204);
    assert_eq!(aino.get("/api/users/staff/me").await.body["mustChangePassword"], false);
    assert_eq!(aino.sign_in().await.status, 401, "the printed one is gone");
    assert!(printed(&staff(&["list"])).contains("aino@ovelle.example\t12+14\tcallcentre\tin use"));

    assert!(refusal(&staff(&["add", "aino@ovelle.example"])).contains("already"));
    assert!(refusal(&staff(&["add", "no address"])).contains("not an e-mail address"));
    assert!(refusal(&staff(&["add", "x@ovelle.example", "--restaurants", "99"])).contains("there is no restaurant 99"));
    assert!(refusal(&staff(&["remove", "x@ovelle.example"])).contains("there is nobody"));
    CustomerPerson::register(&app, "asiakas").await;
    assert!(refusal(&staff(&["add", "Asiakas@ovelle.example"])).contains("already"), "a customer's address is theirs");
    assert!(refusal(&staff(&["reset-totp", "x@ovelle.example"])).contains("there is nobody"));
    let reset = staff(&["reset-totp", "AINO@ovelle.example"]);
    assert_eq!(printed(&reset), "aino@ovelle.example has no second factor");
    assert!(String::from_utf8(reset.stderr).unwrap().contains(r#"kind="role_changed""#));
    assert_eq!(aino.get("/api/users/staff/me").await.status, 401, "whoever held it is signed out");
    printed(&staff(&["remove", "AINO@ovelle.example"]));
    assert_eq!(aino.get("/api/users/staff/me").await.status, 401);
    let again = printed(&staff(&["add", "aino@ovelle.example"]));
    assert_ne!(again, password);
    aino.password = again;
    assert_eq!(aino.sign_in().await.body["restaurantIds"], json!([]));
});

store_contract!(roles_are_given_with_the_account_and_by_nobody_else, |db| async move {
    let app = TestApp::start(&db).await;
    let staff = |args: &[&str]| ovelle(db.url(), &[&["staff"], args].concat(), &[]);
    let mut aino = StaffClient::let_in(&app, "other@ovelle.example", &[]).await;
    let add = ["add", "aino@ovelle.example", "--role", "dispatch,restaurant,dispatch"];
    (aino.email, aino.password) = ("aino@ovelle.example".to_owned(), printed(&staff(&add)));
    assert_eq!(aino.sign_in().await.body["roles"], json!(["restaurant", "dispatch"]));
    assert_eq!(aino.get("/api/users/staff/me").await.body["roles"], json!(["restaurant", "dispatch"]));
    assert!(printed(&staff(&["list"])).contains("aino@ovelle.example\tall restaurants\trestaurant,dispatch\t"));
    assert!(refusal(&staff(&["add", "x@ovelle.example", "--role", "admin"])).contains("a role is callcentre,"));
    // Whoever comes back has the roles that they come back with.
    printed(&staff(&["remove", "aino@ovelle.example"]));
    aino.password = printed(&staff(&["add", "aino@ovelle.example"]));
    assert_eq!(aino.sign_in().await.body["roles"], json!(["callcentre"]));
});

/// A call of one of our own pages, still to be sent.
fn own_page(http: &reqwest::Client, node: &Node, path: &str) -> reqwest::RequestBuilder {
    http.post(node.url(path)).header("x-ovelle-csrf", "1")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_log_says_who_looked_and_nothing_of_whose_order_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite:{}", folder.path().join("data/kept/ovelle.db").display());
    let mut setting = command(folder.path());
    setting.env("RUST_LOG", "debug").env("OVELLE_STAFF_TOKEN", "a-machines-own");
    let mut node = Node::start_with(setting);
    let order = register(&node.address).await.unwrap();
    let password = printed(&ovelle(&url, &["staff", "add", "liisa@ovelle.example"], &[]));
    let http = reqwest::Client::new();
    let sign_in = json!({ "email": "liisa@ovelle.example", "password": password });
    let signed_in = own_page(&http, &node, "/api/users/staff/sign-in").json(&sign_in).send().await.unwrap();
    let cookie = testkit::staff::cookie_of(&signed_in).expect("a cookie");
    let wrong = json!({ "email": "liisa@ovelle.example", "password": "a wrong one" });
    assert_eq!(own_page(&http, &node, "/api/users/staff/sign-in").json(&wrong).send().await.unwrap().status(), 401);
    for path in ["/api/staff/orders?q=Aalto%20Vilhonkatu".to_owned(), format!("/api/staff/orders/{}", order.id)] {
        let answer = http.get(node.url(&path)).header("cookie", &cookie).send().await.unwrap();
        assert!(answer.text().await.unwrap().contains("Aino Aalto"), "{path}");
    }
    let token = own_page(&http, &node, "/api/users/staff/live-token").header("cookie", &cookie);
    let token = Answer::read(token.send().await.unwrap()).await.body["token"].as_str().unwrap().to_owned();
    let as_machine = http.get(node.url(&format!("/api/staff/orders/{}", order.id))).bearer_auth("a-machines-own");
    assert_eq!(as_machine.send().await.unwrap().status(), 200);
    let log = node.kill();
    assert!(log.contains("OVELLE_STAFF_TOKEN is short"), "{log}");
    for who in ["staff=\"1\"", "staff=\"token\""] {
        let viewed = format!("viewed an order {who} order={}", order.id);
        assert!(log.lines().any(|line| line.contains(&viewed)), "{viewed} in {log}");
    }
    assert!(log.lines().any(|line| line.contains("looked orders up") && line.contains(&order.id)), "{log}");
    let secret = cookie.split_once('=').unwrap().1;
    let key = order.tracking.rsplit_once('/').unwrap().1;
    let unsaid = ["Aalto", "aalto", "000 0000", "Vilhonkatu", "liisa", "a wrong one", &password, secret, &token, key];
    for unsaid in unsaid.into_iter().chain(["a-machines-own"]) {
        assert!(!log.contains(unsaid), "{unsaid} in {log}");
    }
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    std::os::unix::fs::PermissionsExt::mode(&fs::metadata(path).unwrap().permissions()) & 0o777
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_starts_from_a_backup_of_a_running_one() {
    let (folder, elsewhere) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let mut node = Node::start(folder.path());
    let before = register(&node.address).await.unwrap();
    let source = format!("sqlite:{}", folder.path().join("data/kept/ovelle.db").display());
    let backup = elsewhere.path().join("a/backup");
    let to = backup.to_str().unwrap();
    let said = printed(&ovelle(&source, &["backup", to], &[]));
    let (copy, secret) = (backup.join("ovelle.db"), backup.join("ovelle.db.secret"));
    assert_eq!(said, format!("{}\n{}", copy.display(), secret.display()));
    #[cfg(unix)]
    assert_eq!((mode(&backup), mode(&copy), mode(&secret)), (0o700, 0o600, 0o600));
    let kept = fs::read(&copy).unwrap();
    let again = refusal(&ovelle(&source, &["backup", to], &[]));
    assert!(again.contains("ovelle.db is there already"), "{again}");
    assert_eq!(fs::read(&copy).unwrap(), kept, "nothing is overwritten");
    let after = register(&node.address).await.expect("the node has not noticed");
    let data = folder.path().join("data/kept");
    #[cfg(unix)]
    for file in fs::read_dir(&data).unwrap() {
        let file = file.unwrap().path();
        assert_eq!(mode(&file), 0o600, "{}: nobody else reads what the node writes", file.display());
    }
    #[cfg(unix)]
    assert_eq!((mode(&data), mode(data.parent().unwrap())), (0o700, 0o700));
    node.terminate();

    let mut restored = command(elsewhere.path());
    restored.env("DATABASE_URL", format!("sqlite:{}", copy.display()));
    let restored = Node::start_with(restored);
    let track = async |tracking: &str| Answer::read(reqwest::get(restored.url(tracking)).await.unwrap()).await.status;
    assert_eq!(track(&before.tracking).await, 200, "the old link opens");
    assert_eq!(track(&after.tracking).await, 404, "what came after is not in it");
    assert!(register(&restored.address).await.is_some());
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_is_its_owners_whatever_the_umask() {
    let folder = tempfile::tempdir().unwrap();
    let lax = |args: &[&str]| {
        let mut lax = Command::new("sh");
        lax.args(["-c", r#"umask 0; exec "$0" "$@""#, env!("CARGO_BIN_EXE_ovelle")]).args(args);
        lax.current_dir(folder.path()).env("DATABASE_URL", "sqlite:data/ovelle.db").env("OVELLE_LISTEN", "127.0.0.1:0");
        lax.stderr(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        lax
    };
    let _node = Node::start_with(lax(&["serve"]));
    printed(&lax(&["backup", "backup"]).output().unwrap());
    for (within, files) in [
        ("data", &["ovelle.db", "ovelle.db-wal", "ovelle.db.secret"][..]),
        ("backup", &["ovelle.db", "ovelle.db.secret"]),
    ] {
        let within = folder.path().join(within);
        assert_eq!(mode(&within), 0o700, "{}", within.display());
        files.iter().for_each(|file| assert_eq!(mode(&within.join(file)), 0o600, "{file} in {}", within.display()));
    }
}

/// A folder with a `pg_dump` that writes half a dump before it goes on so.
#[cfg(unix)]
fn half_a_dump(then: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("pg_dump");
    fs::write(&program, format!("#!/bin/sh\necho half\n{then}\n")).unwrap();
    fs::set_permissions(&program, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    folder
}

#[cfg(unix)]
#[test]
fn a_backup_that_breaks_off_leaves_nothing() {
    let secret = ("OVELLE_SECRET", "v1:the secret of all the tests");
    let server = "postgres://test@127.0.0.1:9/ovelle";
    let folder = tempfile::tempdir().unwrap();
    let failing = half_a_dump("exit 1");
    let said = refusal(&ovelle(
        server,
        &["backup", folder.path().to_str().unwrap()],
        &[secret, ("PATH", failing.path().to_str().unwrap())],
    ));
    assert!(said.contains("pg_dump: "), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no half of one");

    let slow = half_a_dump("exec sleep 60");
    let mut backup = Command::new(env!("CARGO_BIN_EXE_ovelle"));
    backup.arg("backup").arg(folder.path()).env("DATABASE_URL", server).env(secret.0, secret.1);
    let path = format!("{}:/usr/bin:/bin", slow.path().display());
    let backup = backup.env("PATH", path).stderr(std::process::Stdio::piped()).spawn().unwrap();
    let has_begun =
        || fs::read_dir(folder.path()).unwrap().any(|file| file.unwrap().metadata().is_ok_and(|file| file.len() > 0));
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !has_begun() {
        assert!(std::time::Instant::now() < deadline, "it does not begin");
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-TERM", &backup.id().to_string()]).status().unwrap().success());
    assert!(refusal(&backup.wait_with_output().unwrap()).contains("interrupted"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no half of one");
}

#[test]
fn a_backup_touches_nothing_that_stands_there() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().to_str().unwrap();
    let url = format!("sqlite:{}", folder.path().join("live.db").display());
    let secret = [("OVELLE_SECRET", "v1:the secret of all the tests")];
    assert_eq!(printed(&ovelle(&url, &["key", "list"], &[])), "there are no keys");
    for file in ["ovelle.db", "ovelle.db.secret"] {
        fs::write(folder.path().join(file), "of somebody").unwrap();
        let said = refusal(&ovelle(&url, &["backup", to], &secret));
        assert!(said.contains(&format!("{file} is there already")), "{said}");
        assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), "of somebody");
        fs::remove_file(folder.path().join(file)).unwrap();
        for left in fs::read_dir(folder.path()).unwrap() {
            let left = left.unwrap().file_name().into_string().unwrap();
            assert!(left.starts_with("live.db"), "{left}");
        }
    }
}

store_contract!(keys_are_bound_to_restaurants_that_there_are, |db| async move {
    let key = |args: &[&str], more: &[(&str, &str)]| ovelle(db.url(), &[&["key"], args].concat(), more);
    let add = |name: &str, restaurants: &str| key(&["add", name, "--restaurants", restaurants], &[]);
    // Before the first start the built-in chain counts, or that of the setting.
    assert!(refusal(&add("kallio", "12,99999")).contains("there is no restaurant 99999"));
    let nowhere = key(&["add", "kallio", "--restaurants", "12"], &[("OVELLE_CONTENT", "/nowhere")]);
    assert!(refusal(&nowhere).contains("restaurants.json:1: $: is missing"));
    printed(&add("kallio", "12,14"));
    let app = TestApp::start(&db).await;
    assert!(refusal(&add("pasila", "99999")).contains("there is no restaurant 99999"));
    let staff = ["staff", "add", "x@ovelle.example", "--restaurants", "99999"];
    assert!(refusal(&ovelle(db.url(), &staff, &[])).contains("there is no restaurant 99999"));
    assert!(!printed(&key(&["list"], &[])).contains("pasila"), "it was not added");
    assert_eq!(printed(&add("pasila", "14")).len(), 64);
    app.leave().await;
});

#[test]
fn what_cannot_be_backed_up_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup");
    let to = backup.to_str().unwrap();
    let absent = format!("sqlite:{}", folder.path().join("absent.db").display());
    let without_secret = refusal(&ovelle(&absent, &["backup", to], &[]));
    assert!(without_secret.contains("absent.db.secret"), "{without_secret}");
    let secret = [("OVELLE_SECRET", "v1:the secret of all the tests")];
    let without_database = refusal(&ovelle(&absent, &["backup", to], &secret));
    assert!(without_database.contains("could not be copied"), "{without_database}");
    assert!(!folder.path().join("absent.db").exists(), "no empty database is made");
    let of_a_server = "postgres://test:tell%20nobody@127.0.0.1:9/ovelle";
    let without_program = [secret[0], ("PATH", "/nowhere")];
    let said = refusal(&ovelle(of_a_server, &["backup", to], &without_program));
    assert!(said.contains("pg_dump is missing"), "{said}");
    let refused = refusal(&ovelle(of_a_server, &["backup", to], &secret));
    assert!(refused.contains("pg_dump: ") && !refused.contains("nobody"), "{refused}");
    assert!(refusal(&ovelle(of_a_server, &["backup", to], &[])).contains("OVELLE_SECRET"));
    assert_eq!(fs::read_dir(&backup).unwrap().count(), 0, "no half of one");
}

#[test]
fn a_server_is_restored_from_its_backup() {
    db::run(DatabaseKind::Postgres, |source| async move {
        let app = TestApp::start(&source).await;
        let order = app.kitchen().register(&json!({})).await;
        app.kitchen().report_status(&order.id, 3).await;
        let folder = tempfile::tempdir().unwrap();
        let to = folder.path().to_str().unwrap();
        let secret = "v1:the secret of all the tests";
        printed(&ovelle(source.url(), &["backup", to], &[("OVELLE_SECRET", secret)]));
        let (dump, kept) = (folder.path().join("ovelle.dump"), folder.path().join("ovelle.secret"));
        #[cfg(unix)]
        assert_eq!((mode(&dump), mode(&kept)), (0o600, 0o600));
        assert_eq!(fs::read_to_string(kept).unwrap(), secret);

        let target = TestDb::new(DatabaseKind::Postgres).await.expect("where one is, there is another");
        let restore = Command::new("pg_restore")
            .args(["--clean", "--if-exists", "--no-owner", "--dbname", target.url()])
            .arg(&dump)
            .output()
            .expect("it comes with pg_dump");
        assert!(restore.status.success(), "{}", String::from_utf8_lossy(&restore.stderr));
        let restored = TestApp::start(&target).await;
        let link = crate::get(&restored, &tracking_path(&order)).await;
        assert_eq!((link.status.as_u16(), &link.body["orderInfo"]["status"]), (200, &json!(3)));
        restored.leave().await;
        target.finish().await;
    });
}
