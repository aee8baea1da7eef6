//! What the files do not say has the default of the contract (docs/spec/ordering.md, "The chain as data").

use chain::{BasisPoints, CampaignEffect, Category, Chain, DayTimes, Days, MinuteOfDay, SizeId, UnitEffect, WeekTimes};
use domain::{ids::RestaurantId, money::Cents, order::OrderType};
use jiff::civil::Weekday;

use crate::{example, with};

const ALL_TYPES: [OrderType; 3] = [OrderType::Delivery, OrderType::Pickup, OrderType::Eatin];

#[test]
fn figures_have_those_of_the_contract() {
    let chain = with("settings.json", "{}");
    let settings = chain.settings();
    assert_eq!((settings.phone_order_fee, settings.delivery_fee), (Cents(99), Cents(890)));
    assert_eq!((settings.max_toppings, settings.minimum_age, settings.preorder_days), (20, 18, 7));
    assert_eq!((settings.duplicate_seconds, settings.price_token_minutes, settings.klarna_days), (10, 15, 30));
    let workdays = |from, until| WeekTimes {
        days: Days::WORKDAYS,
        times: DayTimes { from: MinuteOfDay::of_hour(from), until: MinuteOfDay::of_hour(until) },
    };
    assert_eq!((settings.lunch, settings.coupon_hours), (workdays(8, 14), workdays(14, 22)));
    let rates: Vec<_> = settings.vat.iter().map(|rates| (rates.from, rates.percent)).collect();
    assert_eq!(rates, [(None, BasisPoints(1400))]);
    let service = &settings.delivery_service_fee;
    assert_eq!((service.shops.as_slice(), service.amount), ([RestaurantId(180)].as_slice(), Cents(99)));
    let packaging = settings.without_packaging;
    assert_eq!((packaging.enabled, packaging.discount, packaging.end_weekday), (false, Cents(0), None));
    let fraud = settings.fraud;
    assert_eq!((fraud.counter_limit, fraud.open_per_phone, fraud.open_per_address), (Cents(15_000), 3, 10));
    assert_eq!((fraud.unpaid_per_phone, fraud.unpaid_per_address), (3, 30));
    assert_eq!((fraud.code_hold_minutes, fraud.uses_per_address), (10, 5));
}

#[test]
fn workdays_are_monday_to_friday() {
    let days = [Weekday::Monday, Weekday::Friday, Weekday::Saturday, Weekday::Sunday];
    assert_eq!(days.map(|day| Days::WORKDAYS.has(day)), [true, true, false, false]);
    assert_eq!((Days::WORKDAYS.mask(), Days::ALL.mask()), (31, 127));
}

#[test]
fn figures_that_are_stated_are_taken_one_by_one() {
    let text = r#"{"fraud": {"openPerPhone": 0, "usesPerAddress": 6}, "couponHours": {"days": [6], "from": "10:00"},
        "withoutPackaging": {"enabled": true, "endWeekday": 0}}"#;
    let chain = with("settings.json", text);
    let settings = chain.settings();
    assert_eq!((settings.fraud.open_per_phone, settings.fraud.uses_per_address), (0, 6));
    assert_eq!((settings.fraud.open_per_address, settings.fraud.counter_limit), (10, Cents(15_000)));
    assert_eq!(
        (settings.coupon_hours.days, settings.coupon_hours.times.until),
        (Days::of(&[6]), MinuteOfDay::of_hour(22))
    );
    assert_eq!(settings.without_packaging.end_weekday, Some(Weekday::Monday));
}

#[test]
fn the_menu_has_those_of_the_contract() {
    let text = r#"{"categories": [{"id": "pizza", "name": "Pizzat"}, {"id": "drink", "name": "Juomat"}],
        "ingredients": [{"ingredientID": "1", "name": "Pohja", "categoryId": "dough", "price": 1, "dosings": {"101": {}}}],
        "products": [
            {"productId": "7", "productCategoryId": "pizza", "name": "Pizza", "sizes": [{"sizeId": "101", "price": 9}],
             "ingredients": [{"ingredientId": "1"}],
             "slots": [{"id": "s", "categoryId": "dough", "options": ["1"], "display": "base", "header": "h", "label": "l"}]},
            {"productId": "8", "productCategoryId": "drink", "name": "Limsa", "sizes": [{"sizeId": "500", "price": 3}], "ingredients": []}]}"#;
    let chain = Chain::of_texts(&[("restaurants.json", "[]"), ("menu.json", text)]).unwrap();
    let (menu, size) = (chain.menu(), SizeId::from("101"));
    let category = &menu.categories()[0];
    assert_eq!((category.display_order, category.show_description, category.hidden), (999, false, false));
    assert_eq!(Category::HIDDEN, ["minimonster", "alcohol", "etu-pizza"]);

    let dough = menu.ingredient("1").unwrap();
    assert_eq!((dough.min_quantity, dough.max_quantity, dough.display_order), (0, 2, 999));
    assert!(!dough.is_special && !dough.is_recipe_only && !dough.is_listed_on_ingredient_page);
    assert!(dough.dosing(&size).is_some(), "a dosing is active");

    let (pizza, drink) = (menu.product("7").unwrap(), menu.product("8").unwrap());
    assert!(pizza.is_editable && !drink.is_editable);
    for product in [pizza, drink] {
        assert!(product.is_in_default_menu && !product.is_hidden_from_menu && !product.is_inactive);
        assert!(!product.is_custom && !product.is_restricted && !product.is_age_restricted);
        assert_eq!(product.order_types, ALL_TYPES);
    }
    let entry = &pizza.recipe[0];
    assert_eq!((entry.quantity, entry.min_quantity, entry.max_quantity), (1, None, None));
    let slot = &pizza.slots[0];
    assert!(!slot.required && !slot.show_price && !slot.give_discount_for_change && !slot.must_be_seen);
    assert_eq!((slot.free(&size), slot.max(&size)), (0, 1));
}

#[test]
fn a_campaign_has_those_of_the_contract() {
    let text = r#"[{"campaignId": "1", "name": "a", "kind": "freeProduct"},
        {"campaignId": "2", "name": "b", "kind": "productPrice", "price": 5, "requireLogIn": true}]"#;
    let chain = with("campaigns.json", text);
    let free = chain.campaign("1").unwrap();
    assert!(free.coupon.is_none() && !free.is_loyalty && !free.is_exclusive && free.filter.is_empty());
    let conditions = &free.conditions;
    assert!(conditions.is_active_during_lunch && !conditions.requires_log_in);
    assert!(!conditions.is_paused && !conditions.is_disabled_for_preorders);
    assert_eq!((conditions.days, conditions.order_types.as_slice()), (Days::ALL, ALL_TYPES.as_slice()));
    assert_eq!(free.effect, CampaignEffect::Units(UnitEffect::FreeProduct { max_units: 1 }));
    let price = chain.campaign("2").unwrap();
    assert_eq!(price.effect, CampaignEffect::Units(UnitEffect::ProductPrice { price: Cents(500), max_units: 1 }));
    assert!(price.conditions.requires_log_in && !price.is_loyalty);
}

#[test]
fn a_restaurant_that_is_gone_is_out_of_business_and_keeps_its_hours() {
    let mut gone = example().shops()[0].restaurant.clone();
    gone.id = RestaurantId(99);
    let chain = example().with_former(vec![gone, example().shops()[0].restaurant.clone()]);
    assert_eq!(chain.shops().len(), 2, "one that is there is not former");
    let former = chain.shop(RestaurantId(99)).unwrap();
    assert!(!former.restaurant.is_active && !former.hidden && !former.excluded_from_selector);
    assert!(!former.accepts_preorders && !former.delivery_without_packaging && former.has_eatin);
    assert_eq!((former.delivery_fee, former.hours.as_slice()), (Cents(890), chain.shops()[0].hours.as_slice()));
}

#[test]
fn without_files_of_people_a_survey_is_our_own_and_experiments_are_the_built_in_ones() {
    let chain = example();
    assert_eq!(chain.survey(), &chain::Survey::default());
    let built_in = Chain::built_in();
    assert_eq!(chain.experiments(), built_in.experiments());
    let keys: Vec<&str> = built_in.experiments().by_key.keys().map(String::as_str).collect();
    let expected = [
        "bannerVideo",
        "cartUpsellModal",
        "couponsPercentage",
        "deliveryPricePromotion",
        "deliveryServiceFee",
        "deliveryWithoutPackagingBannerTitle",
        "homepageCarousel",
        "orderHistoryRecommendations",
    ];
    assert_eq!(keys, expected);
    assert!(built_in.experiments().by_key.values().all(|experiment| experiment.weights() == [100, 0, 0]));
    let said = with("people/experiments.json", r#"{"experiments": {"x": {"control": 34, "a": 33, "b": 33}}}"#);
    assert_eq!(said.experiments().min_fetch_seconds, 43_200);
    assert_eq!(said.experiments().by_key["x"].weights(), [34, 33, 33]);
    let survey = with("people/survey.json", r#"{"callCentre": "https://kysely.example"}"#);
    assert_eq!(survey.survey().call_centre.as_deref(), Some("https://kysely.example"));
    assert_eq!((&survey.survey().order, &survey.survey().restaurant), (&None, &None));
}
