//! A small chain for the tests of the menu's rules.

use chain::Chain;

/// A pizza in two sizes, of which one has bacon; a snack, and what is no more sold.
const MENU: &str = r#"{
    "categories":[{"id":"pizza","name":"Pizzat"},{"id":"snacks","name":"Naposteltavat"}],
    "ingredients":[
        {"ingredientID":"1201","name":"Pizzapohja","categoryId":"dough","price":0,"diets":["vegan"],"allergens":["gluten"]},
        {"ingredientID":"1101","name":"Juusto","categoryId":"cheese","price":1,"allergens":["milk"],"diets":["vegetarian"]},
        {"ingredientID":"2835","name":"Vegejuusto","categoryId":"cheese","price":1,"diets":["vegan"]},
        {"ingredientID":"1301","name":"Seitan","categoryId":"toppings","price":1,"diets":["vegan"]},
        {"ingredientID":"1305","name":"Pekoni","categoryId":"toppings","price":1,"dosings":{"101":{}}}],
    "products":[
        {"productId":"3001","productCategoryId":"pizza","name":"Testipizza","tags":["Tulinen"],"tagsByChoice":{"Vegan":["2835"]},
         "ingredients":["1201",{"ingredientId":"1301","quantity":2}],
         "slots":[{"id":"cheese","categoryId":"cheese","options":["1101","2835"],"default":"1101","display":"base","header":"Pohja","label":"Juusto"}],
         "sizes":[{"sizeId":"101","name":"Normaali","price":10},{"sizeId":"102","name":"Perhe","price":20}]},
        {"productId":"3002","productCategoryId":"snacks","name":"Tikut","allergens":["sesame"],"ingredients":[],
         "sizes":[{"sizeId":"101","price":4}]},
        {"productId":"3005","productCategoryId":"pizza","name":"Entinen","inactive":true,"ingredients":[],
         "sizes":[{"sizeId":"101","price":10}]}],
    "tags":[{"name":"Tulinen","imageUrl":"/tags/tulinen.svg"},{"name":"Vegan","imageUrl":"/tags/vegan.svg","diet":"vegan"}]}"#;

pub(super) fn test_chain() -> Chain {
    Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", MENU)])
        .unwrap_or_else(|faults| panic!("{:#?}", faults.0))
}
