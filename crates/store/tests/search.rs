//! Finding orders, as whoever answers the phone looks for them.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use domain::{
    Reach,
    ids::{OrderId, RestaurantId},
    order::{Customer, Status},
    search::SearchTerms,
};
use store::{NewOrder, OrderSearch, Store};
use testkit::{
    order::{delivery, report, restaurant},
    store_contract,
};

fn search(text: &str) -> OrderSearch {
    OrderSearch {
        wanted: SearchTerms::parse(text).unwrap(),
        reach: Reach::all(),
        statuses: Vec::new(),
        before: None,
        limit: 51,
    }
}

async fn find(db: &Store, text: &str) -> Vec<i64> {
    numbers(db.orders().find(&search(text)).await.unwrap())
}

fn numbers(ids: Vec<OrderId>) -> Vec<i64> {
    ids.into_iter().map(|id| id.0).collect()
}

async fn order(db: &Store, restaurant: i64, name: &str, phone: &str, street: &str) -> i64 {
    let text = |text: &str| Some(text.to_owned());
    let customer =
        Customer { name: text(name), phone: text(phone), street_address: text(street), ..delivery(12).customer };
    db.orders().register(NewOrder { customer, ..delivery(restaurant) }).await.unwrap().order_id.0
}

/// Four orders, the oldest first.
async fn four(db: &Store) -> [i64; 4] {
    db.restaurants().save(&[restaurant(12), restaurant(14)]).await.unwrap();
    [
        order(db, 12, "Aino Äyräs", "+358 40 123 4567", "Vilhonkatu 4").await,
        order(db, 12, "Eino_Eskola", "040-765 4321", "Unioninkatu 40 %").await,
        order(db, 14, "AINO Öhman", "09 000 0000", "Katu 4").await,
        order(db, 14, "Sven Svensson", "+46 70 123 45 67", "Gata 1").await,
    ]
}

store_contract!(by_number, |db| async move {
    let [first, second, ..] = four(&db).await;
    assert_eq!(find(&db, &first.to_string()).await, [first]);
    assert_eq!(find(&db, &format!("#{second}")).await, [second]);
    assert!(find(&db, "99999").await.is_empty());
});

store_contract!(by_phone_in_any_spelling, |db| async move {
    let [aino, eino, _, sven] = four(&db).await;
    for spelling in ["040 123 4567", "+358401234567", "00358 40 1234567", "401234567", "(040) 123-4567", "040123"] {
        assert_eq!(find(&db, spelling).await, [aino], "{spelling}");
    }
    assert_eq!(find(&db, "+358 40").await, [eino, aino], "the beginning of several");
    assert_eq!(find(&db, "1234567").await, [sven, aino], "the end of it");
    assert_eq!(find(&db, "+46 70 1234567").await, [sven]);
    assert!(find(&db, "050 123 4567").await.is_empty());
});

store_contract!(by_parts_of_name_and_address_in_any_case, |db| async move {
    let [aino, eino, ohman, _] = four(&db).await;
    for (text, expected) in [
        ("aino", vec![ohman, aino]),
        ("ÄYR", vec![aino]),
        ("öhman aino", vec![ohman]),
        ("katu 4", vec![ohman, eino, aino]),
        ("Vilhonkatu 4, Helsinki", vec![aino]),
        ("aino eino", vec![]),
        // What a pattern means otherwise.
        ("%", vec![eino]),
        ("o_e", vec![eino]),
        ("\\", vec![]),
    ] {
        assert_eq!(find(&db, text).await, expected, "{text}");
    }
    assert_eq!(find(&db, "00170").await.len(), 4, "the postal code");
});

store_contract!(filters_and_pages, |db| async move {
    let all = four(&db).await;
    let [aino, eino, ohman, sven] = all;
    db.orders().append(report(OrderId(aino), Status::InOven)).await.unwrap();
    db.orders().append(report(OrderId(sven), Status::Delivered)).await.unwrap();
    let found = async |search: OrderSearch| numbers(db.orders().find(&search).await.unwrap());
    assert_eq!(found(search("")).await, [sven, ohman, eino, aino]);
    let page = OrderSearch { limit: 2, ..search("") };
    assert_eq!(found(page.clone()).await, [sven, ohman]);
    assert_eq!(found(OrderSearch { before: Some(OrderId(ohman)), ..page.clone() }).await, [eino, aino]);
    assert_eq!(found(OrderSearch { before: Some(OrderId(aino)), ..page }).await, [] as [i64; 0]);

    let of_twelve = OrderSearch { reach: Reach::of([RestaurantId(12)]), ..search("") };
    assert_eq!(found(of_twelve.clone()).await, [eino, aino]);
    assert_eq!(found(OrderSearch { reach: Reach::of([]), ..search("") }).await, [] as [i64; 0]);
    for text in ["aino", "0401234567", &aino.to_string()] {
        let wanted = SearchTerms::parse(text).unwrap();
        assert_eq!(found(OrderSearch { wanted: wanted.clone(), ..of_twelve.clone() }).await, [aino], "{text}");
        let of_fourteen = OrderSearch { reach: Reach::of([RestaurantId(14)]), ..search(text) };
        assert!(!found(of_fourteen).await.contains(&aino), "{text}");
        let in_oven = OrderSearch { statuses: vec![Status::InOven], ..search(text) };
        assert_eq!(found(in_oven).await, [aino], "{text}");
        let before = OrderSearch { before: Some(OrderId(aino)), ..search(text) };
        assert!(!found(before).await.contains(&aino), "{text}");
    }
    let at = |statuses: &[Status]| OrderSearch { statuses: statuses.to_vec(), ..search("") };
    assert_eq!(found(at(&[Status::InOven])).await, [aino]);
    assert_eq!(found(at(&[Status::Received])).await, [ohman, eino]);
    assert_eq!(found(at(&[Status::Received, Status::Delivered])).await, [sven, ohman, eino]);
    assert_eq!(found(at(&[Status::Cancelled])).await, [] as [i64; 0]);
});

store_contract!(an_order_without_contact_is_found_by_its_number_alone, |db| async move {
    db.restaurants().save(&[restaurant(12)]).await.unwrap();
    let order = NewOrder { customer: Customer::default(), ..delivery(12) };
    let id = db.orders().register(order).await.unwrap().order_id.0;
    assert_eq!((find(&db, &id.to_string()).await, find(&db, "").await), (vec![id], vec![id]));
    assert!(find(&db, "a").await.is_empty());
});
