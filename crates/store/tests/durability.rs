//! What was answered stands, whatever happens to the process (P1).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{
    collections::HashMap,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use domain::{ids::OrderId, order::Status};
use store::{Append, Store, StoreConfig};
use testkit::{
    order::{self, report},
    store_contract,
};

/// Orders that the child moves at once.
const ORDERS: usize = 8;
/// Answers after which it is killed.
const ANSWERS: usize = 400;

/// The child's part: does nothing in an ordinary run; given a URL among the filters, appends to
/// several orders at once and prints each answer, until it is killed.
#[test]
fn appends_until_it_is_killed() {
    let url = std::env::args().find(|argument| argument.starts_with("sqlite:") || argument.starts_with("postgres:"));
    let Some(url) = url else { return };
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let store = Store::open(&StoreConfig::new(url)).await.unwrap();
        let tasks: Vec<_> = (0..ORDERS).map(|_| tokio::spawn(append_and_print(store.clone()))).collect();
        for task in tasks {
            task.await.unwrap();
        }
    });
}

#[expect(clippy::print_stdout, reason = "its answers, for its parent")]
async fn append_and_print(store: Store) {
    let id = store.orders().register(order::delivery(12)).await.unwrap().order_id;
    for n in 0.. {
        let status = if n % 2 == 0 { Status::InCar } else { Status::WaitingForDelivery };
        let append = Append { event_id: Some(n.to_string()), ..report(id, status) };
        let answer = store.orders().append(append).await.unwrap();
        println!("answered {id} {}", answer.seq);
    }
}

fn child(url: &str) -> Child {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "--nocapture", "appends_until_it_is_killed", url]);
    command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap()
}

/// The last number that each order was answered with; kills the child in the middle of its work.
fn answers_until_killed(mut child: Child) -> HashMap<i64, i64> {
    let mut last = HashMap::new();
    let output = BufReader::new(child.stdout.take().unwrap());
    for (count, line) in output.lines().map_while(Result::ok).enumerate() {
        if count == ANSWERS {
            child.kill().unwrap();
        }
        // Other threads may have been cut off in the middle of a line.
        let words: Vec<&str> = line.split(' ').collect();
        if let ["answered", order, seq] = words.as_slice()
            && let (Ok(order), Ok(seq)) = (order.parse(), seq.parse::<i64>())
        {
            last.entry(order).and_modify(|last: &mut i64| *last = seq.max(*last)).or_insert(seq);
        }
    }
    assert!(!child.wait().unwrap().success(), "the child was killed");
    last
}

store_contract!(what_was_answered_survives_a_kill, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let running = child(db.url());
    let answered = tokio::task::spawn_blocking(move || answers_until_killed(running)).await.unwrap();
    assert_eq!(answered.len(), ORDERS);
    let reopened = db.another().await;
    for (id, seq) in answered {
        let kept = reopened.orders().by_id(OrderId(id)).await.unwrap().unwrap();
        assert!(kept.seq.0 >= seq, "{seq} of order {id} was answered, but it stands at {}", kept.seq);
        let numbers: Vec<i64> = kept.history.iter().map(|event| event.seq.0).collect();
        assert_eq!(numbers, (0..=kept.seq.0).collect::<Vec<_>>());
    }
    reopened.close().await;
});
