use testkit::{order::noon, store_contract};

use super::*;
use crate::{Store, StoreConfig, Ts, json::JsonColumn, sql::Sql};

async fn open(url: &str) -> Store {
    Store::open(&StoreConfig::new(url)).await.unwrap()
}

const VALUES: &str = "SELECT CAST($1 AS BIGINT) AS number, CAST($2 AS TEXT) AS word, CAST($3 AS TEXT) AS absent";

store_contract!(the_first_value_is_bound_to_the_first_parameter, |db| async move {
    let store = open(db.url()).await;
    let row = store
        .read((), |conn, ()| Box::pin(conn.query(VALUES).bind(7_i64).bind("seitsemän").bind(None::<&str>).fetch_one()));
    let row = row.await.unwrap();
    let word: Option<String> = row.get("word").unwrap();
    assert_eq!((row.first::<i64>().unwrap(), word.as_deref()), (7, Some("seitsemän")));
    assert_eq!(row.get::<Option<String>>("absent").unwrap(), None);
    store.close().await;
});

static AMONG: Sql = Sql::new(|dialect| {
    let (numbers, texts) = (dialect.numbers("$1"), dialect.texts("$2"));
    format!("SELECT 7 IN {numbers} AS a, 8 IN {numbers} AS b, 'a' IN {texts} AS c, 'b' IN {texts} AS d")
});

store_contract!(lists_are_bound_as_one_text, |db| async move {
    let store = open(db.url()).await;
    let row = store.read((), |conn, ()| Box::pin(conn.query(&AMONG).bind("[7, 9]").bind("[\"a\"]").fetch_one()));
    let row = row.await.unwrap();
    let found = ["a", "b", "c", "d"].map(|column| row.get::<bool>(column).unwrap());
    assert_eq!(found, [true, false, true, false]);
    store.close().await;
});

const PROBE: &str = "INSERT INTO write_probes (slot, at) VALUES ($1, $2)";

async fn probe(conn: &mut Conn<'_>, slot: i16) -> Result<u64, StoreError> {
    conn.query(PROBE).bind(slot).bind(Ts::new(noon())).execute().await
}

async fn probe_in_vain(conn: &mut Conn<'_>, slot: i16) -> Result<u64, StoreError> {
    probe(conn, slot).await?;
    Err(StoreError::refused("the rules say no"))
}

store_contract!(what_a_write_wrote_stands_if_it_came_to_something, |db| async move {
    let store = open(db.url()).await;
    assert_eq!(store.write(|conn| Box::pin(probe(conn, 200))).await.unwrap(), 1);
    store.write(|conn| Box::pin(probe_in_vain(conn, 201))).await.unwrap_err();
    let again = store.write(|conn| Box::pin(probe(conn, 200))).await.unwrap_err();
    assert!(!again.is_unavailable(), "{again:?}");
    let kept = store.read((), |conn, ()| {
        Box::pin(async move {
            let rows =
                conn.query("SELECT slot, at FROM write_probes WHERE slot >= 200 ORDER BY slot").fetch_all().await?;
            rows.iter().map(|row| Ok((row.get::<i16>("slot")?, row.get::<Ts>("at")?))).collect::<Result<Vec<_>, _>>()
        })
    });
    assert_eq!(kept.await.unwrap(), [(200, Ts::new(noon()))]);
    store.close().await;
});

store_contract!(a_value_that_means_nothing_is_named, |db| async move {
    let store = open(db.url()).await;
    let row = store.read((), |conn, ()| {
        Box::pin(conn.query("SELECT CAST(12 AS BIGINT) AS id, 'blue' AS colour, '{' AS shape").fetch_one())
    });
    let row = row.await.unwrap();
    let row = row.of("cars", "id");
    assert_eq!(row.parse("colour", |text: String| Some(text.len())).unwrap(), 4);
    let nothing = row.parse("colour", |_: String| None::<u8>).unwrap_err();
    assert_eq!(nothing.to_string(), "cars.colour of row 12 cannot be read");
    let unreadable = row.get::<JsonColumn<Vec<i64>>>("shape").unwrap_err();
    assert_eq!(unreadable.to_string(), "cars.shape of row 12 cannot be read");
    assert!(matches!(row.get::<String>("size").unwrap_err(), StoreError::Other(_)), "a fault of the statement's");
    store.close().await;
});

store_contract!(a_text_of_its_own_is_sent_once, |db| async move {
    let store = open(db.url()).await;
    let sum = store.read((), |conn, ()| {
        Box::pin(conn.query_once("SELECT CAST($1 AS BIGINT) + 1".to_owned()).bind(1_i64).scalar::<i64>())
    });
    assert_eq!(sum.await.unwrap(), 2);
    store.close().await;
});
