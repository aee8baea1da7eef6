//! A shop that never closes, and what customers order there.

use jiff::SignedDuration;
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{
    app::{Setup, TestApp},
    board::{STAFF_FLAG, STAFF_TOKEN},
    customer::CustomerPerson,
    db::TestDb,
    kitchen::Registered,
    shop::{PLACING, always_open},
};

/// The chain of the contract's example with one restaurant that never closes: 45 minutes to a door, 15 at the counter, 20
/// of a preorder.
pub(crate) struct Shop(TempDir);

impl Shop {
    pub(crate) fn new() -> Self {
        let shop = Self(always_open());
        let mut restaurants = shop.read("restaurants.json");
        restaurants[0]["currentPickupEstimate"] = 15.into();
        restaurants[0]["currentDeliveryEstimate"] = 45.into();
        restaurants[0]["preOrderPickupEstimate"] = 20.into();
        shop.write("restaurants.json", &restaurants);
        let areas = include_str!("../../../chain/tests/fixtures/example/areas.json");
        shop.write("areas.json", &serde_json::from_str(areas).unwrap());
        let campaign =
            json!({ "campaignId": "kesa", "kind": "amount", "name": "Kesäetu", "amount": 5, "promotionCode": "kesa5" });
        shop.write("campaigns.json", &json!([campaign]));
        shop.write("payment.json", &json!({ "giftCards": [{ "number": "1111", "pin": "22", "balance": 1000 }] }));
        shop
    }

    pub(crate) fn read(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.0.path().join(name)).unwrap()).unwrap()
    }

    pub(crate) fn write(&self, name: &str, content: &Value) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content.to_string()).unwrap();
    }

    /// Changes the menu, for nodes that are started afterwards.
    pub(crate) fn change_menu(&self, change: impl FnOnce(&mut Value)) {
        let mut menu = self.read("menu.json");
        change(&mut menu);
        self.write("menu.json", &menu);
    }

    /// A node with this content, which lets the staff's token in.
    pub(crate) fn setup(&self) -> Setup {
        Setup::default().flag(&format!("--content={}", self.0.path().display())).flag(STAFF_FLAG)
    }

    /// The same, started.
    pub(crate) async fn start(&self, db: &TestDb) -> TestApp {
        self.setup().start(db).await
    }
}

/// Somebody of the call centre, who calls as a program does.
pub(crate) fn call_centre(somebody: &CustomerPerson) -> CustomerPerson {
    let mut call_centre = somebody.with_cookie(None);
    call_centre.bearer = Some(STAFF_TOKEN.to_owned());
    call_centre
}

/// A line with so many units; `on`: all that is on it.
pub(crate) fn line(product: &str, size: &str, quantity: u32, on: &[(&str, u32)]) -> Value {
    let on: Vec<Value> = on.iter().map(|(id, quantity)| json!({ "ingredientId": id, "quantity": quantity })).collect();
    json!({ "uuid": format!("{product}-{size}"), "productId": product, "sizeId": size, "quantity": quantity, "ingredients": on })
}

/// The example's pizza as its recipe has it.
pub(crate) fn pizza(quantity: u32) -> Value {
    line("3001", "101", quantity, &[("1201", 1), ("1301", 1)])
}

/// What is fetched, and paid at the counter.
pub(crate) fn pickup(lines: &[Value]) -> Value {
    json!({
        "shopId": "12", "deliveryType": "pickup", "paymentMethod": "onsite", "orderItems": lines,
        "deliveryContact": { "firstName": "Aino", "phoneNumber": "0401234567", "email": "aino@ovelle.example" },
    })
}

/// The same, brought to a door and paid by a gift card.
pub(crate) fn delivery(lines: &[Value]) -> Value {
    let mut order = pickup(lines);
    order["deliveryType"] = "delivery".into();
    order["paymentMethod"] = "giftcard".into();
    order["paymentOption"] = json!({ "giftCard": { "number": "1111", "pin": "22" } });
    for (field, text) in
        [("street", "Liisankatu 12"), ("apartmentNumber", "A 3"), ("postalCode", "00170"), ("city", "Helsinki")]
    {
        order["deliveryContact"][field] = text.into();
    }
    order["additionalInfo"] = "Ovikoodi 2480".into();
    order
}

/// Somebody places an order, a minute after whatever was ordered before.
pub(crate) async fn place(person: &CustomerPerson, app: &TestApp, order: &Value) -> Registered {
    app.clock.turn(SignedDuration::from_mins(1));
    let answer = person.post(PLACING, order).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let text = |name: &str| answer.body[name].as_str().unwrap().to_owned();
    Registered { id: text("orderId"), key: text("orderKey") }
}

/// The numbers of the orders of a list, by the name that they have there.
pub(crate) fn numbers<'a>(list: &'a Value, name: &str) -> Vec<&'a str> {
    list.as_array().unwrap().iter().map(|order| order[name].as_str().unwrap()).collect()
}
