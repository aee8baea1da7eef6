//! Opening and closing a store.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use store::{Store, StoreConfig, StoreError};
use testkit::{db::TestDb, order, store_contract};

store_contract!(a_new_database_has_no_orders, |db| async move {
    db.ping().await.unwrap();
    assert!(!db.has_orders().await.unwrap());
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    db.orders().register(order::delivery(12)).await.unwrap();
    assert!(db.has_orders().await.unwrap());
});

store_contract!(migrating_twice_keeps_what_is_there, |db| async move {
    db.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    let registered = db.orders().register(order::delivery(12)).await.unwrap();
    let again = db.another().await;
    assert_eq!(again.installation(), db.installation());
    assert_eq!(
        again.orders().by_id(registered.order_id).await.unwrap(),
        db.orders().by_id(registered.order_id).await.unwrap()
    );
    again.close().await;
    db.ping().await.unwrap();
});

store_contract!(two_databases_are_two_installations, |db| async move {
    let other = TestDb::new(db.kind()).await.unwrap();
    assert_ne!(other.installation(), db.installation());
    assert!(db.installation().len() >= 32);
    other.finish().await;
});

store_contract!(a_closed_store_is_unavailable, |db| async move {
    let node = db.another().await;
    node.restaurants().save(&[order::restaurant(12)]).await.unwrap();
    node.close().await;
    assert!(node.ping().await.unwrap_err().is_unavailable());
    assert!(node.orders().register(order::delivery(12)).await.unwrap_err().is_unavailable());
    node.close().await;
});

#[tokio::test]
async fn a_file_is_made_with_its_folders_by_whoever_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let config = StoreConfig::new(format!("sqlite:{}", folder.path().join("a/b/ovelle.db").display()));
    let opened = futures(&config).await;
    let installation = opened[0].installation().to_owned();
    assert!(opened.iter().all(|store| store.installation() == installation));
    for store in opened {
        store.close().await;
    }
}

/// Four that open the same new file at once.
async fn futures(config: &StoreConfig) -> Vec<Store> {
    let opening: Vec<_> = (0..4)
        .map(|_| {
            let config = config.clone();
            tokio::spawn(async move { Store::open(&config).await })
        })
        .collect();
    let mut opened = Vec::new();
    for task in opening {
        opened.push(task.await.unwrap().unwrap());
    }
    opened
}

#[tokio::test]
async fn what_is_no_database_is_said() {
    let open = async |url: &str| Store::open(&StoreConfig::new(url)).await.unwrap_err();
    assert!(matches!(open("mysql://localhost/ovelle").await, StoreError::Other(_)));
    assert!(matches!(open("sqlite::memory:").await, StoreError::Other(_)));
    // Nothing listens on the discard port.
    assert!(open("postgres://test@127.0.0.1:9/ovelle").await.is_unavailable());
}
