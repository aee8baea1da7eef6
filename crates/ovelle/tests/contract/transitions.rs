//! Every pair of statuses on every kind of order, against the contract's sentences.

use serde_json::{Value, json};
use testkit::{
    app::TestApp,
    kitchen::{Kitchen, Registered},
    store_contract,
};

use crate::track;

/// Where deliveries are not reported.
const UNTRACKED: &str = "21";

/// A kind of order: how it is registered, and from which statuses feedback may follow.
struct Course {
    fields: Value,
    last: i16,
    before_feedback: &'static [i16],
}

fn delivery() -> Course {
    Course { fields: json!({}), last: 11, before_feedback: &[10, 11] }
}

fn untracked_delivery() -> Course {
    Course { fields: json!({ "restaurantId": UNTRACKED }), last: 11, before_feedback: &[4, 10, 11] }
}

fn without_road(order_type: &str) -> Course {
    Course { fields: json!({ "orderType": order_type, "customer": null }), last: 4, before_feedback: &[4] }
}

impl Course {
    /// What may follow, after the contract's paragraph on statuses.
    fn followers(&self, from: i16) -> Vec<i16> {
        if from >= 12 {
            return Vec::new();
        }
        let mut followers: Vec<i16> = (from + 1..=self.last).filter(|to| (from, *to) != (10, 11)).collect();
        if (6..=9).contains(&from) || self.may_be_undone(from) {
            followers.push(from - 1);
        }
        if self.before_feedback.contains(&from) {
            followers.push(12);
        }
        if from < 9 {
            followers.push(13);
        }
        followers
    }

    /// Whether a status that was reported just now, and by the same key, is taken back.
    fn may_be_undone(&self, status: i16) -> bool {
        status == 2 || status == 3 || (status == 4 && !self.before_feedback.contains(&4))
    }

    /// Reports that lead to a status.
    fn road_to(&self, status: i16) -> Vec<i16> {
        match status {
            0 => Vec::new(),
            12 => vec![self.last, 12],
            _ => vec![status],
        }
    }

    fn statuses(&self) -> impl Iterator<Item = i16> {
        (0..=self.last).chain([12, 13])
    }

    async fn order_at(&self, kitchen: &Kitchen, status: i16) -> Registered {
        let order = kitchen.register(&self.fields).await;
        kitchen.report_all(&order.id, &self.road_to(status)).await;
        order
    }
}

fn report(status: i16) -> Value {
    json!({ "status": status, "note": "Huomio." })
}

async fn walk(app: &TestApp, course: Course) {
    let kitchen = app.kitchen();
    for from in course.statuses() {
        let order = course.order_at(&kitchen, from).await;
        let followers = course.followers(from);
        for to in (-1..=13).filter(|to| !followers.contains(to)) {
            let answer = kitchen.try_report_status(&order.id, &report(to)).await;
            if to == from {
                assert_eq!(answer.body["applied"], false, "{from} → {to}");
            } else {
                assert_eq!((answer.status.as_u16(), answer.code()), (409, "status/transition"), "{from} → {to}");
                assert_eq!(answer.body["metadata"], json!({ "from": from, "to": to }));
            }
        }
        let stands = track(app, &order).await;
        assert_eq!(stands["seq"], json!(course.road_to(from).len()), "what was refused left nothing at {from}");
        for to in followers {
            let order = course.order_at(&kitchen, from).await;
            let answer = kitchen.try_report_status(&order.id, &report(to)).await;
            assert_eq!((&answer.body["applied"], &answer.body["status"]), (&json!(true), &json!(to)), "{from} → {to}");
        }
    }
}

store_contract!(deliveries, |db| async move { walk(&TestApp::start(&db).await, delivery()).await });

store_contract!(deliveries_that_nobody_reports, |db| async move {
    walk(&TestApp::start(&db).await, untracked_delivery()).await;
});

store_contract!(pickups, |db| async move { walk(&TestApp::start(&db).await, without_road("pickup")).await });

store_contract!(orders_eaten_in, |db| async move { walk(&TestApp::start(&db).await, without_road("eatin")).await });
