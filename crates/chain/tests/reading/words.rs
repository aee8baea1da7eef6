//! Words of the files, and what campaigns name (docs/spec/ordering.md, "The chain as data", "Campaign kinds").

use chain::{Filter, IngredientCategory, MethodGroup, SlotDisplay};

/// The words of a kind of things, where each is also what it is called.
fn words<T: Copy>(names: &[(&'static str, T)], as_str: impl Fn(T) -> &'static str) -> Vec<&'static str> {
    assert!(names.iter().all(|(name, value)| as_str(*value) == *name), "one is called otherwise");
    names.iter().map(|(name, _)| *name).collect()
}

#[test]
fn what_is_read_by_a_word_is_called_so() {
    let categories = words(&IngredientCategory::NAMES, IngredientCategory::as_str);
    assert_eq!(categories[..5], ["dough", "baseSauce", "cheese", "sauces", "dip"]);
    assert_eq!(categories[5..], ["toppings", "spices", "drinks", "iceCream", "snacks"]);
    let displays = words(&SlotDisplay::NAMES, SlotDisplay::as_str);
    assert_eq!(displays, ["base", "select", "select-upsell", "ingredient-extra"]);
    let groups = words(&MethodGroup::NAMES, MethodGroup::as_str);
    assert_eq!(groups, ["creditCard", "mobile", "bank", "payLater", "lunchBenefit", "giftCard", "others"]);
}

#[test]
fn dough_base_sauce_and_cheese_are_the_base() {
    let bases = IngredientCategory::NAMES.iter().filter(|(_, category)| category.is_base());
    assert_eq!(bases.map(|(name, _)| *name).collect::<Vec<_>>(), ["dough", "baseSauce", "cheese"]);
}

#[test]
fn a_filter_takes_what_all_its_parts_name() {
    let all = Filter::default();
    let products = Filter { products: Some(["3001".into()].into()), ..Filter::default() };
    let categories = Filter { categories: Some(["pizza".into()].into()), ..Filter::default() };
    let sizes = Filter { sizes: Some(["101".into()].into()), ..Filter::default() };
    let each =
        Filter { products: products.products.clone(), categories: categories.categories.clone(), ..sizes.clone() };
    assert_eq!([&all, &products, &categories, &sizes, &each].map(Filter::is_empty), [true, false, false, false, false]);
    let taken = |filter: &Filter| {
        [("3001", "pizza", "101"), ("3002", "pizza", "101"), ("3001", "drink", "101"), ("3001", "pizza", "102")]
            .map(|(product, category, size)| filter.takes(&product.into(), &category.into(), &size.into()))
    };
    assert_eq!(taken(&all), [true, true, true, true]);
    assert_eq!(taken(&products), [true, false, true, true]);
    assert_eq!(taken(&categories), [true, true, false, true]);
    assert_eq!(taken(&sizes), [true, true, true, false]);
    assert_eq!(taken(&each), [true, false, false, false]);
}
