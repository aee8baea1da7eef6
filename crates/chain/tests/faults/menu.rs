//! Faults of the menu.

use super::{MENU, changed, faults, said_of};

#[test]
fn each_fault_of_the_menu_is_said() {
    let pizza =
        r#""sizes":[{"sizeId":"101","price":12.9},{"sizeId":"102","price":19.9}],"ingredients":["1201","1301"]"#;
    let with_slot = |slot: &str| {
        format!(
            r#"{pizza},"slots":[{{"id":"a","categoryId":"dough","display":"base","header":"h","label":"l",{slot}}}]"#
        )
    };
    let rows: Vec<(&str, String, &[&str])> = vec![
        (r#""name":"Kinkku""#, r#""name":7"#.into(), &["4: ingredients[1].name: is a number, not a text"]),
        (
            r#""ingredientID":"1305""#,
            r#""ingredientID":"1301""#.into(),
            &["5: ingredients[2].ingredientID: the ingredient 1301 stands twice"],
        ),
        (
            r#""name":"Pekoni","categoryId":"toppings""#,
            r#""name":"Pekoni","categoryId":"meat""#.into(),
            &[
                "5: ingredients[2].categoryId: is \"meat\", which is none of dough, baseSauce, cheese, sauces, dip, toppings, spices, drinks, iceCream, snacks",
            ],
        ),
        (r#""price":2.9"#, r#""price":-2.9"#.into(), &["6: ingredients[3].price: is negative"]),
        (r#""price":2.9"#, r#""price":2.905"#.into(), &["6: ingredients[3].price: is finer than cents"]),
        (r#""price":2.9"#, r#""price":1000000"#.into(), &["6: ingredients[3].price: is over 100000 euros"]),
        (
            r#""price":2.9"#,
            r#""price":2.9,"dipProductId":"9","allergens":["milk","sun"]"#.into(),
            &[
                "6: ingredients[3].allergens[1]: is \"sun\", which is none of gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs",
                "6: ingredients[3].dipProductId: there is no product 9",
            ],
        ),
        (
            r#""price":2.9"#,
            r#""price":2.9,"minQuantity":3,"maxQuantity":2"#.into(),
            &["6: ingredients[3].maxQuantity: is below minQuantity"],
        ),
        (
            r#""102":{"price":4}"#,
            r#""102":{"price":4.001}"#.into(),
            &["6: ingredients[3].dosings.102.price: is finer than cents"],
        ),
        (
            r#""productId":"3020""#,
            r#""productId":"3001""#.into(),
            &["10: products[3].productId: the product 3001 stands twice"],
        ),
        (r#""name":"Limsa""#, r#""name":"TESTIPIZZA!""#.into(), &["10: products[3]: the slug testipizza stands twice"]),
        (
            r#""name":"Limsa""#,
            r#""name":"Limsa","slug":"oma-monster""#.into(),
            &["10: products[3].slug: the slug oma-monster stands twice"],
        ),
        (
            r#""productCategoryId":"drink""#,
            r#""productCategoryId":"beer""#.into(),
            &["10: products[3].productCategoryId: there is no category beer"],
        ),
        (r#""sizes":[{"sizeId":"100","price":3.5}]"#, r#""sizes":[]"#.into(), &["10: products[3].sizes: has no size"]),
        (
            r#""sizes":[{"sizeId":"100","price":3.5}]"#,
            r#""sizes":[{"sizeId":"100","price":3.5},{"sizeId":"100","price":8.905}]"#.into(),
            &[
                "10: products[3].sizes[1].sizeId: the size 100 stands twice",
                "10: products[3].sizes[1].price: is finer than cents",
            ],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":["1305","999",7]"#.into(),
            &[
                "10: products[3].ingredients[0]: the ingredient 1305 has no dosing in the size 100",
                "10: products[3].ingredients[2]: is a number, not an object",
                "10: products[3].ingredients[1]: there is no ingredient 999",
            ],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":["1201",{"ingredientId":"1201"}]"#.into(),
            &["10: products[3].ingredients[1]: the ingredient 1201 stands twice"],
        ),
        (
            r#""price":3.5}],"ingredients":[]"#,
            r#""price":3.5}],"ingredients":[],"availableForSaleFrom":"10:00","tags":["Vegan"],"orderTypes":["drone"]"#
                .into(),
            &[
                "10: products[3].orderTypes[0]: is \"drone\", which is none of delivery, pickup, eatin",
                "10: products[3].availableForSaleFrom: stands alone: availableForSaleFrom and availableForSaleUntil come together",
                "10: products[3].tags[0]: there is no tag Vegan",
            ],
        ),
        (
            r#"{"doses":2,"special":1}"#,
            r#"{"doses":2,"special":3}"#.into(),
            &["9: products[2].includedToppings.special: is more than doses"],
        ),
        (
            r#"{"102":10,"*":5}"#,
            r#"{"103":10,"*":5}"#.into(),
            &["8: products[1].includedToppings.worth.103: 103 is no size of the product"],
        ),
        (
            pizza,
            with_slot(r#""options":["1201"],"default":"1301""#),
            &["7: products[0].slots[0].default: 1301 is none of the slot's options"],
        ),
        (
            pizza,
            with_slot(
                r#""options":["1201"]},{"id":"a","categoryId":"dough","display":"tap","header":"h","label":"l","options":["1201"]"#,
            ),
            &[
                "7: products[0].slots[1].id: the slot a stands twice",
                "7: products[0].slots[1].options[0]: in the slots of this product the ingredient 1201 stands twice",
                "7: products[0].slots[1].display: is \"tap\", which is none of base, select, select-upsell, ingredient-extra",
            ],
        ),
        (r#""dosings":{"101":{},"102":{"price":2}}}"#, r#""dosings":{"101":{},"102":{"active":false}}}"#.into(), &[]),
        (
            r#""dosings":{"100":{"price":1},"101":{"grams":60},"102":{"price":2}}"#,
            r#""dosings":{"101":{"grams":60},"102":{"active":false}}"#.into(),
            &["7: products[0].ingredients[1]: the ingredient 1301 has no dosing in the size 102"],
        ),
        (
            r#"{"id":"drink","name":"Juomat"}"#,
            r#"{"id":"pizza","name":"Juomat"}"#.into(),
            &[
                "2: categories[3].id: the category pizza stands twice",
                "10: products[3].productCategoryId: there is no category drink",
            ],
        ),
        (
            r#""sizeId":"101","name":"#,
            r#""sizeId":"100","name":"#.into(),
            &["1: sizes[1].sizeId: the size 100 stands twice"],
        ),
        (
            r#""name":"Limsa""#,
            r#""name":"Limsa","recommendedIngredients":[{"ingredientId":"1201","productSizeId":"103"}]"#.into(),
            &["10: products[3].recommendedIngredients[0].productSizeId: 103 is no size of the product"],
        ),
        (
            r#""kind":"large""#,
            r#""kind":"huge""#.into(),
            &["1: sizes[2].kind: is \"huge\", which is none of small, medium, large, special"],
        ),
    ];
    for (from, to, expected) in rows {
        let expected: Vec<_> = expected.iter().map(|fault| format!("menu.json:{fault}")).collect();
        assert_eq!(said_of("menu.json", from, &to), expected, "{to}");
    }
    // A slot's default that its size does not have.
    let slot = with_slot(r#""options":["1306"],"default":"1306""#);
    let menu = changed(&changed(MENU, pizza, &slot), r#""101":{},"102":{"price":4}"#, r#""102":{"price":4}"#);
    let said = "menu.json:7: products[0].slots[0].default: the ingredient 1306 has no dosing in the size 101";
    assert_eq!(faults(&[("menu.json", &menu)]), [said]);
}
