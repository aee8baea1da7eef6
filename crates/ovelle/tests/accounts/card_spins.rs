//! The wheel's calls: who may spin, what a spin answers, and that it is drawn as was promised.

use domain::wheel::{AnsweredSpin, Drawn, PrizeType, ServerSeed, WheelTable, WheelWeight};
use futures_util::future::join_all;
use jiff::SignedDuration;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{app::TestApp, customer::CustomerPerson, db::TestDb, kitchen::Answer, loyalty::earn, store_contract};

use crate::{
    brief,
    card::{MEMBER, joined, shop, shown},
    fault, keyed,
    ordering::{Shop, call_centre},
    sent,
};

const SPIN: &str = "/api/wheel/spin";

/// A shop with a wheel of dips, so many a month, and nothing else.
fn dips(monthly: Option<u32>) -> Shop {
    let shop = shop(0);
    let nothing = json!([{ "type": "empty", "weight": 0 }]);
    let mut segments = vec![nothing; 8];
    segments[1] = json!([{ "type": "freeDip", "weight": 100 }]);
    if let Some(monthly) = monthly {
        segments[1][0]["monthly"] = monthly.into();
    }
    shop.write("people/wheel.json", &json!({ "segments": segments }));
    shop
}

/// A member with so many spins.
async fn spinner(app: &TestApp, db: &TestDb, name: &str, spins: u32) -> CustomerPerson {
    let person = joined(app, name).await;
    earn(db.url(), person.id.parse().unwrap(), 1, 0, spins).await;
    person
}

async fn spin(person: &CustomerPerson, key: &str) -> Answer {
    keyed(person, SPIN, key, &json!({})).await
}

/// The same, sent again for as long as the node has too much to do.
async fn spin_patiently(person: &CustomerPerson, key: &str) -> Answer {
    let mut answer = spin(person, key).await;
    for _ in 0..20 {
        if answer.status != 503 {
            break;
        }
        answer = spin(person, key).await;
    }
    answer
}

/// A spin as whoever checks it reads it.
fn answered(body: &Value) -> AnsweredSpin {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let number = |value: &Value| u32::try_from(value.as_u64().unwrap()).unwrap();
    let weight = |entry: &Value| WheelWeight {
        segment: usize::try_from(number(&entry["segment"])).unwrap(),
        prize: PrizeType::parse(entry["type"].as_str().unwrap()).unwrap(),
        weight: entry["weight"].as_u64().unwrap(),
    };
    let table = WheelTable::new(body["table"].as_array().unwrap().iter().map(weight).collect()).unwrap();
    let (prize, angle) = (PrizeType::parse(body["type"].as_str().unwrap()).unwrap(), number(&body["angle"]));
    AnsweredSpin {
        commitment: text(&body["commitment"]),
        server_seed: ServerSeed::read(&text(&body["serverSeed"])).unwrap(),
        client_seed: text(&body["clientSeed"]),
        nonce: number(&body["nonce"]),
        table,
        drawn: Drawn { segment: usize::try_from(angle / 45).unwrap(), prize, angle },
    }
}

// spec: WH-12, WH-16, WH-04
store_contract!(a_spin_is_drawn_as_it_was_promised, |db| async move {
    let shop = shop(0);
    let app = shop.start(&db).await;
    let aino = spinner(&app, &db, "aino", 40).await;
    let mut commitment = aino.get(MEMBER).await.body["wheel"]["commitment"].clone();
    for nonce in 0..12 {
        let answer = keyed(&aino, SPIN, &format!("spin-number-{nonce}"), &json!({ "clientSeed": "äyräs 🍕" })).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let body = answer.body;
        assert_eq!((&body["commitment"], &body["nonce"]), (&commitment, &json!(nonce)), "as was promised");
        assert_eq!(body["clientSeed"], "äyräs 🍕");
        answered(&body).verify().unwrap();
        commitment = body["nextCommitment"].clone();
        let member = aino.get(MEMBER).await.body;
        assert_eq!(member["wheel"]["commitment"], commitment);
        assert_eq!((&member["showPrizeModal"], &member["spins"]), (&json!(true), &body["spinsLeft"]));
        let last = json!({ "spinId": body["spinId"], "type": body["type"], "benefit": body["benefit"] });
        assert_eq!(member["lastPrize"], last);
        let is_prize = !["empty", "newSpin"].contains(&body["type"].as_str().unwrap());
        assert_eq!(body["benefit"].is_object(), is_prize, "{body}");
        if is_prize {
            assert_eq!((&body["benefit"]["type"], &body["benefit"]["used"]), (&body["type"], &json!(false)));
        }
    }
    let by_key = spin(&aino, "the-key-is-the-word").await.body;
    assert_eq!(by_key["clientSeed"], "the-key-is-the-word");
    answered(&by_key).verify().unwrap();
    let too_long = json!({ "clientSeed": "x".repeat(65) });
    assert_eq!(fault(&keyed(&aino, SPIN, "a-long-word", &too_long).await), (422, "request/invalid", "clientSeed"));
    assert_eq!(fault(&aino.post(SPIN, &json!({})).await), (422, "request/invalid", "Idempotency-Key"));
});

store_contract!(a_program_spins_by_its_bearer_alone, |db| async move {
    let shop = dips(None);
    let app = shop.start(&db).await;
    let aino = spinner(&app, &db, "aino", 3).await;
    let program = aino.as_program().await;
    assert_eq!(brief(&aino.get(SPIN).await), (401, "users/unauthorized"), "a cookie is no bearer");
    let head = program.ask(Method::HEAD, SPIN, &Value::Null).send().await.unwrap();
    assert_eq!(head.status(), 405);
    assert_eq!(shown(&aino).await.1, 3, "nothing was spun");
    let response = program.ask(Method::GET, SPIN, &Value::Null).send().await.unwrap();
    assert_eq!(response.headers()["cache-control"], "no-store");
    let first = Answer::read(response).await;
    assert_eq!((first.status.as_u16(), &first.body["clientSeed"]), (200, &json!("")));
    answered(&first.body).verify().unwrap();
    let second = program.get(SPIN).await.body;
    assert_ne!(first.body["spinId"], second["spinId"], "each call is a spin");
    assert_eq!(second["spinsLeft"], 1);
    assert_eq!(brief(&call_centre(&aino).get(SPIN).await), (403, "users/forbidden"));
    assert_eq!(spin(&program, "a-program-has-keys").await.status, 200);
});

// spec: WH-02, WH-03, WH-05
store_contract!(who_may_not_spin_is_told_the_first_reason, |db| async move {
    let shop = dips(None);
    let app = shop.start(&db).await;
    let eino = CustomerPerson::register(&app, "eino").await;
    let mut keys = 0;
    let mut refused = async |person: &CustomerPerson| {
        keys += 1;
        let answer = spin(person, &format!("refused-spin-{keys}")).await;
        (answer.status.as_u16(), answer.code().to_owned(), answer.body["message"].as_str().unwrap().to_owned())
    };
    let said = |status: u16, code: &str, text: &str| (status, code.to_owned(), text.to_owned());
    assert_eq!(refused(&eino).await, said(404, "loyalty/not-member", "Et ole vielä Kotijoukoissa."));
    eino.join().await;
    assert_eq!(refused(&eino).await, said(403, "wheel/locked", "Pyörä aukeaa ensimmäisestä tilauksestasi."));
    earn(db.url(), eino.id.parse().unwrap(), 1, 0, 0).await;
    assert_eq!(refused(&eino).await, said(403, "wheel/birth-date", "Syötä syntymäaika."));
    assert_eq!(eino.get(MEMBER).await.body["wheel"]["reason"], "birthDate");
    // Fourteen, and so a member, but too young to spin.
    eino.is_born("2012-06-01").await;
    let text = "Pyörää saa pyörittää 15-vuotiaasta alkaen.";
    assert_eq!(refused(&eino).await, said(403, "wheel/under-age", text));
    assert_eq!(eino.get(MEMBER).await.body["wheel"]["reason"], "age");
    let aino = spinner(&app, &db, "aino", 0).await;
    assert_eq!(refused(&aino).await, said(409, "wheel/no-spins", "Ei pyöräytyksiä juuri nyt."));
    let guest = aino.with_cookie(None);
    assert_eq!(brief(&spin(&guest, "spin-of-a-guest").await), (401, "users/unauthorized"));
    assert_eq!(brief(&spin(&call_centre(&aino), "spin-of-an-agent").await), (403, "users/forbidden"));
    let foreign = aino.ask(Method::POST, SPIN, &json!({})).header("Idempotency-Key", "a-foreign-spin");
    assert_eq!(brief(&sent(foreign, "origin", "https://evil.example").await), (403, "request/foreign-page"));
});

store_contract!(of_a_hundred_spins_at_once_on_one_spin_one_is_drawn, |db| async move {
    let shop = dips(None);
    let app = shop.start(&db).await;
    let aino = spinner(&app, &db, "aino", 1).await;
    let keys: Vec<String> = (0..100).map(|number| format!("parallel-spin-{number}")).collect();
    let answers = join_all(keys.iter().map(|key| spin_patiently(&aino, key))).await;
    let (drawn, refused): (Vec<_>, Vec<_>) = answers.iter().map(brief).partition(|(status, _)| *status == 200);
    assert_eq!((drawn.len(), refused.len()), (1, 99));
    assert!(refused.iter().all(|refused| *refused == (409, "wheel/no-spins")), "{refused:?}");
    assert_eq!(shown(&aino).await, (0, 0, 1));
});

store_contract!(of_a_hundred_with_one_key_one_is_drawn_and_all_answer_it, |db| async move {
    let shop = dips(None);
    let app = shop.start(&db).await;
    let aino = spinner(&app, &db, "aino", 5).await;
    let answers = join_all((0..100).map(|_| spin_patiently(&aino, "the-same-key-always"))).await;
    let first = answers.iter().find(|answer| answer.status == 200).unwrap().body.clone();
    for answer in &answers {
        let is_late = brief(answer) == (409, "request/in-progress");
        assert!(is_late || (answer.status == 200 && answer.body == first), "{} {}", answer.status, answer.body);
    }
    assert_eq!(shown(&aino).await, (0, 4, 1));
    assert_eq!(spin(&aino, "the-same-key-always").await.body, first);
    let other = keyed(&aino, SPIN, "the-same-key-always", &json!({ "clientSeed": "other" })).await;
    assert_eq!(brief(&other), (422, "request/idempotency-mismatch"));
});

store_contract!(a_prize_of_which_one_is_left_is_won_once, |db| async move {
    let shop = dips(Some(1));
    let app = shop.start(&db).await;
    let mut people = Vec::new();
    for number in 0..5 {
        people.push(spinner(&app, &db, &format!("spinner{number}"), 20).await);
    }
    let asked: Vec<_> = (0..100).map(|at| (&people[at % 5], format!("stock-spin-{at}"))).collect();
    let answers = join_all(asked.iter().map(|(person, key)| spin_patiently(person, key))).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    let won = answers.iter().filter(|answer| answer.body["type"] == "freeDip").count();
    assert_eq!(won, 1);
    let others = answers.iter().filter(|answer| answer.body["type"] != "freeDip");
    assert!(others.clone().all(|answer| answer.body["table"][0]["weight"] == 100), "its weight is the empty one's");
    others.for_each(|answer| answered(&answer.body).verify().unwrap());
});

store_contract!(a_day_has_twenty_spins, |db| async move {
    let shop = dips(None);
    let app = shop.setup().flag("--rate-factor=1").start(&db).await;
    let aino = spinner(&app, &db, "aino", 25).await;
    for number in 0..20 {
        assert_eq!(spin(&aino, &format!("spin-of-today-{number}")).await.status, 200, "{number}");
    }
    let call = aino.ask(Method::POST, SPIN, &json!({})).header("Idempotency-Key", "one-too-many");
    let response = call.send().await.unwrap();
    // Ten hours until midnight in Helsinki.
    assert_eq!((response.status().as_u16(), &response.headers()["retry-after"]), (429, &"36000".parse().unwrap()));
    app.clock.turn(SignedDuration::from_hours(10));
    assert_eq!(spin(&aino, "one-too-many").await.status, 200);
});
