//! The menu, as the shop's pages ask for it.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    fetch,
    folder::at,
    get, header,
    menu_chain::{card, example, get_as, ids, odd},
    people::Peopled,
};

const EVENING: &str = "2026-11-24 18:00";
const LUNCH: &str = "2026-11-24 12:00";

async fn menu(app: &TestApp, path: &str) -> Value {
    let answer = get(app, &format!("/api/commerce/v2/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

// spec: MN-28
store_contract!(the_examples_menu_is_listed_to_the_letter, |db| async move {
    let app = example(&[]).setup(EVENING).start(&db).await;
    let menu = menu(&app, "shops/12/menu?orderType=delivery").await;
    assert_eq!((&menu["shopId"], &menu["isLunchTime"], &menu["matches"]), (&json!("12"), &json!(false), &Value::Null));
    assert_eq!(ids(&menu), ["3001", "3010", "3011", "3020"]);
    let category = |at: usize| {
        let mut category = menu["categories"][at].clone();
        category.as_object_mut().unwrap().remove("products");
        category
    };
    let wanted = |id: &str, name: &str, slug: &str, hidden: bool| {
        json!({ "productCategoryID": id, "productCategoryName": name, "productCategoryDescription": null, "displayOrder": 999,
                "slug": slug, "image": null, "showDescription": false, "hidden": hidden, "filtered": false })
    };
    assert_eq!(category(0), wanted("pizza", "Pizzat", "pizzat", false));
    assert_eq!(category(2), wanted("minimonster", "Minimonsterit", "minimonsterit", true));
    let pizza = json!({
        "productId": "3001", "productCategoryId": "pizza", "productCategoryName": "Pizzat", "name": "Testipizza",
        "description": null, "imagepath": null, "menuimagepathmobile": null, "backgroundColor": null, "slug": "testipizza",
        "sizeId": "101", "productSizes": [
            { "productSizeID": "101", "name": "Normaali", "calculatedPrice": 12.9, "isOutOfStock": false },
            { "productSizeID": "102", "name": "Perhe", "calculatedPrice": 19.9, "isOutOfStock": false }],
        "basePrice": 12.9, "hasFromPrice": false, "custom": false, "editable": true, "restrictedModification": false,
        "isInDefaultMenu": true, "isHiddenFromMenu": false, "inactive": false, "isAgeRestricted": false, "tags": [], "tagsByChoice": {}, "diets": [],
        "recommendedIngredients": [], "productRecommendation": null, "availableForSaleFrom": null,
        "availableForSaleUntil": null, "isAvailableNow": true, "isOutOfStock": false, "allergens": [],
        "ingredientMeta": { "includedToppings": null, "maxToppings": 20, "restrictedModification": false },
        "quantity": 1, "comboId": null, "customized": false, "uuid": null,
        "ingredients": [{ "id": "1201", "quantity": 1 }, { "id": "1301", "quantity": 1 }], "avoided": false,
    });
    assert_eq!(card(&menu, "3001"), &pizza);
    assert!(card(&menu, "3010")["hasFromPrice"] == true && card(&menu, "3010")["basePrice"] == 11.9);
    assert_eq!(menu["highlights"], json!({ "categoryId": "999", "title": null, "description": null, "items": [] }));
    assert_eq!(menu["lightDelicacies"]["productIds"], json!(["3011"]));
});

store_contract!(a_menu_holds_what_is_sold_here_and_in_this_way, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let pickup = menu(&app, "shops/12/menu?orderType=pickup").await;
    assert_eq!(ids(&pickup), ["3001", "3003", "3006", "3007", "1102", "3900", "3020", "3010", "3011"]);
    let names: Vec<_> =
        pickup["categories"].as_array().unwrap().iter().map(|one| one["productCategoryID"].clone()).collect();
    assert_eq!(names, ["pizza", "drink", "dipattavat", "minimonster"], "by their place, and none that is empty");
    let delivery = menu(&app, "shops/12/menu?deliveryType=1").await;
    assert!(!ids(&delivery).contains(&"3006".to_owned()), "for pickup alone");
    let redirected = menu(&app, "shops/14/menu?orderType=delivery").await;
    assert_eq!((&redirected["shopId"], ids(&redirected)), (&json!("14"), ids(&delivery)), "the menu of who bakes");
    let own = menu(&app, "shops/14/menu?orderType=pickup").await;
    assert!(ids(&own).contains(&"3002".to_owned()) && !ids(&own).contains(&"3003".to_owned()));
    assert_eq!(card(&pickup, "1102")["hasFromPrice"], true);
    assert_eq!(pickup["categories"][1]["slug"], "juomat-ja-jaatelot");
    assert_eq!(card(&pickup, "3900")["basePrice"], 11.4, "at least its minimum");
});

// spec: MN-18, MN-20, MN-21
store_contract!(at_lunch_the_menu_has_other_prices_and_highlights, |db| async move {
    let app = odd().setup(LUNCH).start(&db).await;
    let item = |product: &str, text: &str| json!({ "productId": product, "menuCardText": text });
    let lunch = menu(&app, "shops/12/menu?orderType=pickup").await;
    assert_eq!(lunch["isLunchTime"], true);
    let wanted = json!({ "categoryId": "999", "title": "Lounas", "description": "Kahteen asti.",
        "items": [item("3001", "Lounaaksi"), item("3900", "Tarjous"), item("3020", "Janoon")] });
    assert_eq!(lunch["highlights"], wanted, "what the menu holds");
    let light =
        json!({ "categoryId": "998", "title": "Pientä", "description": "Kahdelle.", "productIds": ["3010", "3011"] });
    assert_eq!(lunch["lightDelicacies"], light);
    let sizes = |menu: &Value| {
        card(menu, "3001")["productSizes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|size| size["calculatedPrice"].as_f64().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!((sizes(&lunch), card(&lunch, "3001")["basePrice"].as_f64()), (vec![9.9, 19.9], Some(9.9)));
    assert_eq!(sizes(&menu(&app, "shops/14/menu?orderType=pickup").await), [12.9, 19.9], "it has no lunch of its own");
    assert_eq!(sizes(&menu(&app, "shops/14/menu?orderType=delivery").await), [9.9, 19.9], "who bakes has");
    let late = menu(&app, "shops/12/menu?orderType=pickup&preOrderTime=2026-11-24%2013:30").await;
    assert_eq!((&late["isLunchTime"], sizes(&late)), (&json!(true), vec![12.9, 19.9]), "after its lunch hours");
    let evening =
        menu(&app, "shops/12/menu?orderType=pickup&preOrderTime=2026-11-24%2018:00&forceDisableLunchtime=1").await;
    let wanted = json!({ "categoryId": "999", "title": "Ilta", "description": "Kymmeneen asti.",
        "items": [item("3900", "Illaksi"), item("3020", "Janoon")] });
    assert_eq!((&evening["highlights"], sizes(&evening)), (&wanted, vec![12.9, 19.9]));
    assert_eq!(
        (&card(&lunch, "3007")["isAvailableNow"], &card(&evening, "3007")["isAvailableNow"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(card(&lunch, "3007")["availableForSaleUntil"], "01:00");
});

store_contract!(alcohol_is_for_adults_who_are_signed_in_and_never_delivered, |db| async move {
    let app = Peopled::of_all_ages(odd().setup(EVENING).start(&db).await).await;
    let holds = |menu: &Value| ids(menu).contains(&"3008".to_owned());
    let path = "/api/commerce/v2/shops/12/menu?orderType=pickup";
    assert!(!holds(&get(&app, path).await.body), "a guest");
    assert!(holds(&get_as(&app, "aino", path).await.body));
    assert!(holds(&get_as(&app, "eino", path).await.body), "18 today");
    app.clock.turn_to(at("2026-11-23 18:00"));
    assert!(!holds(&get_as(&app, "eino", path).await.body), "17");
    assert!(holds(&get_as(&app, "eino", &format!("{path}&preOrderTime=2026-11-24%2018:00")).await.body), "on that day");
    assert!(!holds(&get_as(&app, "aino", "/api/commerce/v2/shops/12/menu?orderType=delivery").await.body));
    let private = app.http.get(app.url(path)).bearer_auth(app.bearer("aino")).send().await.unwrap();
    assert_eq!(header(&private, "cache-control"), "private, no-cache");
    assert_eq!(get_as(&app, "nobody", path).await.code(), "users/unauthorized");
});

store_contract!(a_menu_is_picked_by_tag_and_marked_by_allergen, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let vegan = menu(&app, "shops/12/menu?orderType=pickup&rajaus=vEGAN").await;
    assert_eq!(
        (ids(&vegan), &vegan["matches"]),
        (vec!["3003".to_owned(), "3900".to_owned(), "3010".to_owned()], &json!(3))
    );
    let filtered: Vec<_> = vegan["categories"].as_array().unwrap().iter().map(|one| one["filtered"].clone()).collect();
    assert_eq!(filtered, [json!(false), json!(true), json!(false), json!(true)]);
    assert_eq!(vegan["lightDelicacies"]["productIds"], json!(["3010"]));
    let diets = |id: &str| card(&vegan, id)["diets"].clone();
    assert_eq!(
        [diets("3900"), diets("3010")],
        [json!(["vegan", "vegetarian"]), json!([])],
        "nothing is known of nothing"
    );
    assert_eq!(menu(&app, "shops/12/menu?orderType=pickup&rajaus=Outo").await["matches"], 0);

    let avoiding = menu(&app, "shops/12/menu?orderType=pickup&avoid=milk,sulphites").await;
    let all = menu(&app, "shops/12/menu?orderType=pickup").await;
    assert_eq!((ids(&avoiding), &avoiding["matches"]), (ids(&all), &Value::Null), "none is left out");
    let avoided: Vec<_> = ids(&all).into_iter().filter(|id| card(&avoiding, id)["avoided"] == true).collect();
    assert_eq!(avoided, ["3001", "3006", "3020"], "the default of a slot counts");
    assert_eq!(card(&all, "3001")["allergens"], json!(["gluten", "milk"]));
    assert_eq!(ids(&menu(&app, "menu?rajaus=vegan&avoid=").await), ["3900", "3010"]);
    let unknown = get(&app, "/api/commerce/v2/shops/12/menu?orderType=pickup&avoid=milk,kissa").await;
    assert_eq!((unknown.status.as_u16(), unknown.field()), (422, "avoid"));
});

store_contract!(what_a_kitchen_is_out_of_is_said, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let out = menu(&app, "shops/15/menu?orderType=pickup").await;
    assert_eq!(
        (&card(&out, "3001")["isOutOfStock"], &card(&out, "3900")["isOutOfStock"]),
        (&json!(true), &json!(false))
    );
    let own = menu(&app, "shops/12/menu?orderType=pickup").await;
    assert_eq!(card(&own, "3001")["isOutOfStock"], false);
});

store_contract!(where_no_restaurant_is_chosen_the_default_menu_is_shown, |db| async move {
    let app = odd().setup(LUNCH).start(&db).await;
    let default = menu(&app, "menu").await;
    assert_eq!((&default["shopId"], &default["isLunchTime"]), (&Value::Null, &json!(true)));
    assert_eq!(ids(&default), ["3001", "3002", "3006", "3007", "1102", "3900", "3020", "3010", "3011"]);
    assert_eq!(card(&default, "3001")["basePrice"], 12.9, "without lunch");
    assert!(!ids(&menu(&app, "menu?orderType=delivery").await).contains(&"3006".to_owned()));
});

store_contract!(who_asks_for_no_menu_is_told, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let unknown = get(&app, "/api/commerce/v2/shops/99/menu?orderType=pickup").await;
    assert_eq!((unknown.status.as_u16(), unknown.code()), (404, "shop/not-found"));
    for (path, field) in [
        ("shops/12/menu", "orderType"),
        ("shops/12/menu?orderType=drone", "orderType"),
        ("shops/12/menu?orderType=pickup&preOrderTime=eilen", "preOrderTime"),
        ("menu?orderType=drone", "orderType"),
        ("menu?avoid=kissa", "avoid"),
    ] {
        let answer = get(&app, &format!("/api/commerce/v2/{path}")).await;
        assert_eq!((answer.status.as_u16(), answer.field()), (422, field), "{path}");
    }
});

store_contract!(a_menu_goes_out_packed_under_one_version, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let path = "/api/commerce/v2/shops/12/menu?orderType=pickup";
    let ask = |path: &str, takes: &str| app.http.get(app.url(path)).header("accept-encoding", takes).send();
    let (plain, packed) = (ask(path, "identity").await.unwrap(), ask(path, "gzip").await.unwrap());
    assert_eq!((header(&plain, "content-encoding"), header(&packed, "content-encoding")), ("", "gzip"));
    assert_eq!((header(&plain, "etag"), header(&plain, "vary")), (header(&packed, "etag"), header(&packed, "vary")));
    assert!(header(&packed, "vary").contains("accept-encoding"));
    let marked = ask(&format!("{path}&avoid=milk"), "gzip").await.unwrap();
    assert_eq!(header(&marked, "content-encoding"), "gzip");
    assert_ne!(header(&marked, "etag"), header(&packed, "etag"));
    let (plain, packed) = (plain.bytes().await.unwrap(), packed.bytes().await.unwrap());
    assert!(packed.len() * 3 < plain.len() && packed.starts_with(&[0x1f, 0x8b]), "{} of {}", packed.len(), plain.len());
});

store_contract!(a_menu_that_is_known_has_no_body, |db| async move {
    let app = odd().setup(LUNCH).start(&db).await;
    for path in
        ["/api/commerce/v2/shops/12/menu?orderType=pickup", "/api/commerce/v2/shops/12/products/3001?orderType=pickup"]
    {
        app.clock.turn_to(at(LUNCH));
        let first = fetch(&app, path).await;
        let etag = header(&first, "etag").to_owned();
        assert!(etag.starts_with("W/\""), "{etag}");
        assert_eq!(header(&first, "cache-control"), "no-cache");
        let again = || app.http.get(app.url(path)).header("if-none-match", &etag).send();
        assert_eq!(again().await.unwrap().status(), 304);
        app.clock.turn_to(at(EVENING));
        assert_eq!(again().await.unwrap().status(), 200, "{path}: other prices");
    }
});
