//! Frames that do not fit are answered as the page says.

use serde_json::{Value, json};
use testkit::{
    app::{CHAIN_KEY, TestApp},
    db::{self, DatabaseKind},
    dispatcher::DispatchClient,
};

use crate::page::{DISPATCH, table};

#[test]
fn frames_that_do_not_fit_are_answered_as_the_table_says() {
    db::run(DatabaseKind::Sqlite, |db| async move {
        let app = TestApp::start(&db).await;
        let rows = table(DISPATCH.text, "Frames that do not fit");
        assert!(rows.len() > 5, "{rows:?}");
        for row in rows {
            let [frame, why, answer] = row[..] else { panic!("{row:?}") };
            let mut line = DispatchClient::open(&app, CHAIN_KEY).await.line;
            line.say(frame.trim_matches('`')).await;
            // What is answered with nothing is told by the answer to what follows it.
            line.say(r#"{"type":"watch","id":99,"restaurantId":"12"}"#).await;
            let came = line.frame().await;
            let expected = match answer {
                "none" => ("ack", Value::Null, json!(99)),
                "as without it" => ("ack", Value::Null, json!(1)),
                "`frame/invalid` without `id`" => ("error", json!("frame/invalid"), Value::Null),
                "`request/invalid`" => ("error", json!("request/invalid"), json!(1)),
                other => panic!("{other}"),
            };
            assert_eq!(
                (&came["type"], &came["code"], &came["id"]),
                (&json!(expected.0), &expected.1, &expected.2),
                "{why}"
            );
        }
    });
}
