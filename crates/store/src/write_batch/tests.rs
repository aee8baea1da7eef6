use testkit::store_contract;

use super::*;
use crate::{Store, StoreConfig, ts::Ts};

#[test]
fn statements_become_one_with_their_values_in_a_row() {
    let statements = ["INSERT INTO a VALUES ($1, $2) RETURNING id", "INSERT INTO b SELECT id, $1 FROM previous_write"];
    assert_eq!(
        joined(&statements),
        "WITH write_0 AS (INSERT INTO a VALUES ($1, $2) RETURNING id), \
         write_1 AS (INSERT INTO b SELECT id, $3 FROM write_0 RETURNING 1) \
         SELECT (SELECT count(*) FROM write_0), (SELECT count(*) FROM write_1)"
    );
    let text = || text_of(&["UPDATE a SET x = $1"]).unwrap().as_ptr();
    assert_eq!(text(), text());
}

#[test]
fn what_another_of_a_batch_writes_is_neither_changed_nor_read() {
    let (insert, update) = ("INSERT INTO a (x) VALUES ($1)", "UPDATE a SET x = $1");
    let upsert = "INSERT INTO a (x) VALUES ($1) ON CONFLICT (x) DO UPDATE SET x = excluded.x";
    let of_previous = "INSERT INTO b SELECT id, $1 FROM previous_write";
    for apart in [
        &[insert, insert, upsert][..],
        &[upsert, upsert],
        &[update, "UPDATE b SET a = $1", "INSERT INTO c (a, b) VALUES ($1, $2)"],
        &["DELETE FROM a WHERE x IN (SELECT x FROM c JOIN d ON d.x = c.x)", of_previous],
    ] {
        assert!(are_apart(apart), "{apart:?}");
    }
    for one_row in [
        [update, update],
        [insert, update],
        [update, upsert],
        [insert, "DELETE FROM a WHERE x = $1"],
        [insert, "UPDATE b SET x = $1 WHERE x = (SELECT max(a.x) FROM a)"],
        ["INSERT INTO b SELECT c.x FROM c JOIN a ON a.x = c.x", update],
        [insert, "WITH c AS (UPDATE a SET x = $1) SELECT 1"],
    ] {
        assert!(!are_apart(&one_row), "{one_row:?}");
    }
}

const PROBE: &str = "INSERT INTO write_probes (slot, at) VALUES ($1, $2)";
const NEW_PROBE: &str = "INSERT INTO write_probes (slot, at) VALUES ($1, $2) ON CONFLICT (slot) DO NOTHING";
const MOVE: &str = "UPDATE write_probes SET at = $2 WHERE slot = $1";

/// Two new rows, and one that was there or not.
async fn write_three(
    conn: &mut Conn<'_>,
    slots: [i16; 3],
    failure: Option<StoreError>,
) -> Result<Vec<u64>, StoreError> {
    let mut batch = WriteBatch::new(conn);
    let [first, second, third] = slots;
    batch.query(PROBE).bind(first).bind(Ts::new(testkit::order::noon()));
    batch.query(PROBE).bind(second).bind(Ts::new(testkit::order::noon()));
    batch.query(NEW_PROBE).bind(third).bind(Ts::new(testkit::order::noon()));
    if let Some(failure) = failure {
        batch.or(failure);
    }
    batch.execute(conn).await
}

store_contract!(each_statement_says_how_many_rows_it_wrote, |db| async move {
    let store = Store::open(&StoreConfig::new(db.url())).await.unwrap();
    let written = store.write(|conn| Box::pin(write_three(conn, [210, 211, 99], None))).await.unwrap();
    assert_eq!(written, [1, 1, 1]);
    let written = store.write(|conn| Box::pin(write_three(conn, [212, 213, 210], None))).await.unwrap();
    assert_eq!(written, [1, 1, 0]);
    let none = store.write(|conn| Box::pin(async { WriteBatch::new(conn).execute(conn).await })).await.unwrap();
    assert_eq!(none, [0; 0]);
    store.close().await;
});

store_contract!(all_fail_where_one_that_has_to_writes_nothing, |db| async move {
    let store = Store::open(&StoreConfig::new(db.url())).await.unwrap();
    store.write(|conn| Box::pin(write_three(conn, [97, 98, 99], None))).await.unwrap();
    let vain = || Some(StoreError::refused("the row is there"));
    let failed = store.write(move |conn| Box::pin(write_three(conn, [220, 221, 99], vain()))).await;
    assert_eq!(failed.unwrap_err().to_string(), "the database refused");
    let twice = store.write(|conn| Box::pin(write_three(conn, [220, 220, 99], None))).await;
    assert!(matches!(twice, Err(StoreError::Other(_))), "{twice:?}");
    let count = "SELECT count(*) FROM write_probes WHERE slot >= 220";
    let count_left: i64 = store.read((), |conn, ()| Box::pin(conn.query(count).scalar())).await.unwrap();
    assert_eq!(count_left, 0);
    store.close().await;
});

async fn move_twice(conn: &mut Conn<'_>) -> Result<Vec<u64>, StoreError> {
    let mut batch = WriteBatch::new(conn);
    batch.query(PROBE).bind(230_i16).bind(Ts::new(testkit::order::noon()));
    batch.query(MOVE).bind(230_i16).bind(Ts::new(testkit::order::noon()));
    batch.execute(conn).await
}

// PostgreSQL would pass the second over without a word.
store_contract!(two_of_a_batch_that_mean_one_row_are_refused, |db| async move {
    let store = Store::open(&StoreConfig::new(db.url())).await.unwrap();
    let refused = store.write(|conn| Box::pin(move_twice(conn))).await;
    assert!(matches!(refused, Err(StoreError::Other(_))), "{refused:?}");
    store.close().await;
});
