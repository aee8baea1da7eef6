//! One product, as the shop's pages ask for it.

use serde_json::{Value, json};
use testkit::{app::TestApp, store_contract};

use crate::{
    carts::{cart, price},
    get,
    menu_chain::{get_as, odd},
    people::Peopled,
};

const EVENING: &str = "2026-11-24 18:00";

async fn product(app: &TestApp, path: &str) -> Value {
    let answer = get(app, &format!("/api/commerce/v2/{path}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    answer.body
}

fn fields(row: &Value, names: &[&str]) -> Value {
    names.iter().map(|name| row[name].clone()).collect()
}

// spec: PD-14, PD-15, PD-17, PD-65
store_contract!(a_product_says_what_it_can_be_made_of, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let pizza = product(&app, "shops/12/products/testi?orderType=pickup&sizeId=101").await;
    assert_eq!(
        pizza,
        product(&app, "shops/12/products/3001?orderType=pickup&sizeId=101").await,
        "by its slug or its id"
    );
    assert_eq!(fields(&pizza, &["productId", "sizeId", "basePrice", "shared"]), json!(["3001", "101", 12.9, null]));
    assert!(pizza.as_object().unwrap().get("shared").is_none(), "without a link");
    let mut pictured: Vec<_> = pizza.as_object().unwrap().keys().filter(|name| name.contains("image")).collect();
    pictured.sort();
    assert_eq!(pictured, ["imagepath", "menuimagepathmobile"], "and no other picture");
    let ham = json!({
        "id": "1301", "name": "Kinkku", "categoryId": "toppings", "subcategoryId": "1", "price": 1.4, "minQuantity": 0,
        "maxQuantity": 4, "quantity": 2, "displayOrder": 5, "special": false, "image": null, "description": null,
        "summaryDescription": null, "dosingInGrams": 60.0,
        "nutrition": { "energy": 251.0, "totalFat": 9.5, "saturatedFat": 3.0, "carbohydrate": 1.0, "sugars": 0.5, "protein": 18.0, "salt": 2.1 },
        "energyKj": 1050.2, "carbonFootprint": 0.4, "allergens": [], "diets": [], "dipProductId": null, "addedFrom": null,
        "productSizeId": "101", "isListedOnIngredientPage": false, "isRecipeOnlyIngredient": false, "isOutOfStock": false,
    });
    let on: Vec<_> =
        pizza["ingredients"].as_array().unwrap().iter().map(|row| fields(row, &["id", "quantity"])).collect();
    assert_eq!(on, [json!(["1201", 1]), json!(["1301", 2]), json!(["1101", 1])], "the recipe, and the slot's default");
    assert_eq!(pizza["ingredients"][1], ham);
    assert_eq!(pizza["ingredients"][0]["displayOrder"], 999, "where nothing is said");
    let of_a_product = "productId productCategoryId productCategoryName name description imagepath menuimagepathmobile slug \
        sizeId productSizes custom editable isInDefaultMenu isHiddenFromMenu tags ingredients ingredientSlots \
        recommendedIngredients productRecommendation backgroundColor quantity comboId customized isOutOfStock \
        restrictedModification basePrice uuid inactive ingredientMeta availableForSaleFrom availableForSaleUntil isAgeRestricted";
    for field in of_a_product.split(' ') {
        assert!(pizza.get(field).is_some(), "no {field}");
    }
    let size = json!({ "productSizeID": "101", "name": "Normaali", "calculatedPrice": 12.9, "isOutOfStock": false });
    assert_eq!(pizza["productSizes"][0], size);
    let [cheese, dip] = pizza["ingredientSlots"].as_array().unwrap().as_slice() else { panic!("{pizza}") };
    let names = [
        "id",
        "categoryId",
        "selected",
        "default",
        "required",
        "free",
        "max",
        "header",
        "label",
        "display",
        "error",
        "errorMessage",
        "showPrice",
        "giveDiscountForChange",
        "mustBeSeen",
    ];
    let default = json!({ "id": "1101", "minQuantity": 0, "price": 1.2 });
    assert_eq!(
        fields(cheese, &names),
        json!([
            "cheese", "cheese", "1101", default, false, 0, 1, "Pohja", "Juusto", "base", null, null, true, true, false
        ])
    );
    assert_eq!(
        fields(dip, &names),
        json!([
            "dip",
            "dip",
            null,
            null,
            true,
            1,
            1,
            "Viimeistele",
            "Dippi",
            "select-upsell",
            null,
            "Ota dippi.",
            false,
            false,
            true
        ])
    );
    let options = |slot: &Value| -> Vec<Value> {
        slot["options"].as_array().unwrap().iter().map(|row| fields(row, &["id", "quantity", "price"])).collect()
    };
    assert_eq!(options(cheese), [json!(["1101", 1, 1.2]), json!(["2835", 0, 1.5])]);
    assert_eq!(
        fields(&pizza["productRecommendation"], &["recommendedProductId", "recommendationText"]),
        json!(["3020", "Limsa sammuttaa."])
    );
    assert_eq!(pizza["recommendedIngredients"], json!([{ "ingredientId": "1305", "productSizeId": "101" }]));
    assert_eq!(pizza["tags"], json!([{ "name": "Tulinen" }]));

    let others = product(&app, "shops/12/products/3006?orderType=pickup").await["ingredientSlots"].clone();
    let displays: Vec<_> = others.as_array().unwrap().iter().map(|slot| &slot["display"]).collect();
    assert_eq!(displays, ["ingredient-extra", "select"]);

    let family = product(&app, "shops/12/products/3001?orderType=pickup").await;
    assert_eq!(family["sizeId"], "102", "the first of its file");
    assert_eq!(family["productSizes"][0]["productSizeID"], "101", "by price");
    assert_eq!(fields(&family["ingredients"][1], &["price", "dosingInGrams"]), json!([2, 95.5]));
    assert_eq!(
        options(&family["ingredientSlots"][0]),
        [json!(["1101", 1, 1.2])],
        "what the size does not have is no option"
    );
    assert_eq!(fields(&family["ingredientSlots"][1], &["free", "max"]), json!([2, 2]));
});

store_contract!(what_a_product_holds_by_itself_stays_whatever_is_taken_off_it, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let pizza = product(&app, "shops/12/products/3001?orderType=pickup&sizeId=101").await;
    assert_eq!(fields(&pizza, &["allergens", "ownAllergens"]), json!([["gluten", "milk"], ["milk"]]));
    // The dairy cheese gives way to one without milk.
    let doses: Vec<_> =
        ["1201", "2835", "1801", "1301"].iter().map(|id| json!({ "ingredientId": id, "quantity": 1 })).collect();
    let line = json!({ "uuid": "a", "productId": "3001", "sizeId": "101", "quantity": 1, "ingredients": doses });
    let priced = price(&app, &cart("pickup", &[line], &json!({}))).await;
    assert_eq!(priced["validationResult"]["messages"], json!([]));
    assert_eq!(priced["orderItems"][0]["allergens"], json!(["eggs", "gluten", "milk", "mustard"]));
});

store_contract!(a_custom_product_says_what_its_price_holds, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let meta = |id: &'static str| {
        let app = &app;
        async move { product(app, &format!("shops/12/products/{id}orderType=pickup")).await["ingredientMeta"].clone() }
    };
    let of = |included: Value, restricted: bool| json!({ "includedToppings": included, "maxToppings": 20, "restrictedModification": restricted });
    assert_eq!(meta("3900?").await, of(json!({ "worth": 5 }), false));
    assert_eq!(meta("3900?sizeId=102&").await, of(json!({ "worth": 10 }), false));
    assert_eq!(meta("3011?").await, of(json!({ "doses": 2, "special": 1 }), false));
    assert_eq!(meta("3010?").await, of(Value::Null, true));
});

// spec: PD-34
store_contract!(a_shared_link_adds_to_the_recipe, |db| async move {
    let app = odd().setup(EVENING).start(&db).await;
    let shared = |query: &'static str| {
        let app = &app;
        async move { product(app, &format!("shops/12/products/3001?orderType=pickup{query}")).await["shared"].clone() }
    };
    let on = |all: &[(&str, u32)]| -> Value {
        all.iter().map(|(id, doses)| json!({ "ingredientId": id, "quantity": doses })).collect()
    };
    assert_eq!(
        shared("&sizeId=101&ingredients=1301;1305;1305").await,
        json!({ "sizeId": "101", "ingredients": on(&[("1201", 1), ("1301", 3), ("1101", 1), ("1305", 2)]), "unknown": [], "message": null })
    );
    assert_eq!(
        shared("&sizeId=102&ingredients=1305;;1801;999;999").await,
        json!({ "sizeId": "102", "ingredients": on(&[("1201", 1), ("1301", 2), ("1101", 1), ("1801", 1)]), "unknown": ["1305", "999"],
                "message": "Osaa täytteistä ei voitu lisätä." })
    );
    assert_eq!(shared("&sizeId=100&ingredients=1305").await, Value::Null, "a size that it does not have");
    let many = vec!["1301"; 19].join(";");
    let too_many = get(&app, &format!("/api/commerce/v2/products/3001?ingredients={many}")).await;
    assert_eq!((too_many.status.as_u16(), too_many.field()), (422, "ingredients"));
});

store_contract!(a_product_is_shown_to_whoever_may_see_it, |db| async move {
    let app = Peopled::of_all_ages(odd().setup(EVENING).start(&db).await).await;
    let status = |path: &'static str| {
        let app = &app;
        async move {
            let answer = get(app, &format!("/api/commerce/v2/{path}")).await;
            (answer.status.as_u16(), answer.code().to_owned())
        }
    };
    let missing = (404, "product/not-found".to_owned());
    for path in [
        "shops/12/products/3004?orderType=pickup",
        "shops/12/products/3011?orderType=pickup",
        "shops/12/products/3003?orderType=pickup",
        "shops/12/products/3006?orderType=pickup",
        "products/3004",
        "products/3002",
        "products/3006",
    ] {
        assert_eq!(status(path).await.0, 200, "{path}");
    }
    for path in [
        "shops/12/products/3005?orderType=pickup",
        "shops/12/products/3002?orderType=pickup",
        "shops/14/products/3003?orderType=pickup",
        "shops/12/products/3006?orderType=delivery",
        "shops/12/products/3008?orderType=pickup",
        "shops/12/products/ei-ole?orderType=pickup",
        "products/3003",
        "products/3005",
        "products/3008",
        "products/3006?orderType=eatin",
    ] {
        assert_eq!(status(path).await, missing, "{path}");
    }
    assert_eq!(status("shops/99/products/3001?orderType=pickup").await.1, "shop/not-found");
    assert_eq!(status("shops/12/products/3001").await.0, 422);
    let beer = "/api/commerce/v2/shops/12/products/olut?orderType=pickup";
    assert_eq!(get_as(&app, "aino", beer).await.body["isAgeRestricted"], true);
    let out = product(&app, "shops/15/products/3001?orderType=pickup&sizeId=101").await;
    assert_eq!((&out["isOutOfStock"], &out["productSizes"][1]["isOutOfStock"]), (&json!(true), &json!(true)));
});
