//! A chain of a test's own, whose names would be markup if they were let.

use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{
    app::{Setup, TestApp},
    db::TestDb,
};

/// What links begin with.
pub(crate) const BASE: &str = "https://ovelle.example";
/// A product's name that would end any element, attribute or script.
pub(crate) const HOSTILE: &str = r#"</script><b a="'">&"#;

/// A folder of the chain's files; gone when dropped.
pub(crate) struct ChainFolder(TempDir);

impl ChainFolder {
    pub(crate) fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("restaurants.json", &restaurants());
        folder.write("menu.json", &menu("Sinihomejuustoa ja hunajaa."));
        folder
    }

    pub(crate) fn write(&self, name: &str, content: &Value) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content.to_string()).unwrap();
    }

    /// A server with this chain, at [`BASE`].
    pub(crate) async fn serve(&self, db: &TestDb) -> TestApp {
        let content = format!("--content={}", self.0.path().display());
        Setup::default().flag(&content).flag(&format!("--public-url={BASE}")).start(db).await
    }
}

fn restaurants() -> Value {
    let day = json!({ "start": "10:30", "end": "02:00" });
    let shop = |id: &str, name: &str, is_hidden: bool| {
        json!({
            "shopId": id, "restaurantId": id, "externalId": format!("10{id}"), "displayName": name, "hidden": is_hidden,
            "streetAddress": "Liisankatu 1 <A>", "zip": "00170", "city": "Helsinki", "phone": "+358 9 000 0000",
            "email": "ravintola@ovelle.example", "latitude": 60.17, "longitude": 24.95, "hasWebsale": true, "hasDelivery": true,
            "isActive": true, "noDeliveryTracking": false,
            "shopOpeningHours": [{ "openingHourtypeID": 1, "mon": day, "tue": { "start": "00:00", "end": "24:00" }, "wed": null,
                "thu": day, "fri": day, "sat": day, "sun": null }],
        })
    };
    json!([shop("12", "Ovelle Kaisaniemi", false), shop("13", "Ovelle Piilo", true)])
}

/// A menu whose first product has this description.
pub(crate) fn menu(description: &str) -> Value {
    let one = json!([{ "sizeId": "101", "price": 12.5 }]);
    let two = json!([{ "sizeId": "102", "name": "Perhe", "price": 23.4 }, { "sizeId": "101", "name": "Normaali", "price": 14.4 }]);
    json!({
        "sizes": [{ "sizeId": "101", "name": "Normaali", "kind": "medium" }, { "sizeId": "102", "name": "Perhe", "kind": "large" }],
        "categories": [{ "id": "pizza", "name": "Pizzat", "displayOrder": 10 }, { "id": "alcohol", "name": "Oluet", "hidden": false }],
        "tags": [],
        "ingredients": [{ "ingredientID": "1201", "name": "Pizzapohja", "categoryId": "dough", "price": 0 }],
        "products": [
            { "productId": "3001", "productCategoryId": "pizza", "name": "Hunajapesä", "description": description, "slug": "hunajapesa",
              "sizes": two, "ingredients": ["1201"] },
            { "productId": "3002", "productCategoryId": "pizza", "name": HOSTILE, "slug": "paha", "sizes": one, "ingredients": ["1201"] },
            { "productId": "3003", "productCategoryId": "pizza", "name": "Poissa", "slug": "poissa", "sizes": one, "ingredients": ["1201"],
              "inactive": true },
            { "productId": "3004", "productCategoryId": "alcohol", "name": "Olut", "slug": "olut", "sizes": one, "ingredients": [] },
        ],
    })
}
