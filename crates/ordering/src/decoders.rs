//! What strangers send to the shop, read as fuzzing reads it: as functions of the bytes alone (fuzz/README.md). The product
//! calls none of them; it calls what they call.

use std::sync::{Arc, LazyLock};

use chain::Chain;
use jiff::Timestamp;
use pricing::{Buyer, NoCodes, PersonKind, PriceStep, Priced};
use server::extract::from_json;

use crate::{
    cart::{CartBody, CartContext, PricedCart},
    chain_view::ChainView,
    menu::{MOST_DOSES, MOST_INGREDIENTS, SharedIngredients, TooMuch, chosen_size, share},
};

/// The moment at which carts are priced: a Tuesday at lunch.
const NOW: Timestamp = Timestamp::constant(1_795_514_400, 0);

/// Whether bytes are a cart that can be priced on the built-in chain.
///
/// # Panics
/// Where a promise is broken: what does not fit is named, the steps of amounts sum to them, nothing is below 0.
#[must_use]
pub fn cart_body(bytes: &[u8]) -> bool {
    static BUILT_IN: LazyLock<ChainView> = LazyLock::new(|| ChainView::of_files(Arc::new(Chain::built_in()), NOW));
    let read = from_json::<CartBody>(bytes).and_then(CartBody::read);
    let context = read.as_ref().map_err(Clone::clone).and_then(|read| CartContext::of(&BUILT_IN, read));
    let (Ok(read), Ok(context)) = (&read, &context) else {
        let error = context.err().or(read.err()).expect("one of them failed");
        let status = error.status().as_u16();
        assert!([400, 422].contains(&status), "{status}");
        assert_eq!(error.body().metadata.contains_key("field"), status == 422, "what does not fit is named");
        return false;
    };
    for kind in [PersonKind::Guest, PersonKind::Member, PersonKind::CallCentre] {
        let person = Buyer { kind, is_adult: true };
        let priced = context.price(&read.cart, person, &NoCodes);
        assert_sums(&priced);
        serde_json::to_string(&PricedCart::of(&priced, context, true)).expect("a price is plain data");
    }
    true
}

/// The steps of a line sum to what is paid for it, and all of them to what is left to pay.
fn assert_sums(priced: &Priced<'_>) {
    let sum = |steps: &[PriceStep<'_>]| steps.iter().map(|step| step.amount.0).sum::<i64>();
    for line in &priced.lines {
        assert_eq!(sum(&line.explanation), line.discounted_price().0, "{line:?}");
        assert!(line.discounted_price().0 >= 0, "{line:?}");
    }
    let lines: i64 = priced.lines.iter().map(|line| sum(&line.explanation)).sum();
    assert_eq!(lines + sum(&priced.explanation), priced.payable.0);
    assert!(priced.payable.0 >= 0);
}

/// Whether a link is within the bounds of a line; its length says which product of the built-in chain it is laid on.
///
/// # Panics
/// Where the reader breaks a promise: each known id is a dose more than the recipe has, the others are named, and nothing is
/// beyond the bounds.
#[must_use]
pub fn shared_link(bytes: &[u8]) -> bool {
    static CHAIN: LazyLock<Chain> = LazyLock::new(Chain::built_in);
    let Ok(link) = std::str::from_utf8(bytes) else { return false };
    let products = CHAIN.menu().products();
    let product = &products[link.len() % products.len()];
    let (size, _) = chosen_size(product, None);
    let doses = |link: &str| share(&CHAIN, product, &size.id, link).map(|shared| doses_on(&shared));
    let SharedIngredients { unknown, message, .. } = match share(&CHAIN, product, &size.id, link) {
        Ok(shared) => {
            assert!(shared.ingredients.len() <= MOST_INGREDIENTS, "too many");
            assert!(shared.ingredients.iter().all(|one| one.quantity <= MOST_DOSES), "too much of one");
            shared
        }
        Err(TooMuch) => return false,
    };
    let ids = link.split(';').map(str::trim).filter(|id| !id.is_empty());
    let known: Vec<&str> = ids.filter(|id| unknown.iter().all(|one| one != id)).collect();
    let more = u32::try_from(known.len()).expect("a line holds fewer");
    assert_eq!(doses(link), doses("").map(|recipe| recipe + more), "each known id is a dose");
    assert_eq!(doses(&known.join(";")), doses(link), "what is unknown changes nothing");
    assert_eq!(message.is_some(), !unknown.is_empty(), "who reads it is told of what is not added");
    true
}

/// All doses of all ingredients.
fn doses_on(shared: &SharedIngredients) -> u32 {
    shared.ingredients.iter().map(|one| one.quantity).sum()
}
