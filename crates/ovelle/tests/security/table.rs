//! Who may do what: the tables, and how they are read.
//!
//! The columns are those of [`Who::ALL`], the words those of [`WORDS`].

use crate::cast::Who;

/// Every operation of the API's document; a variant of one has its name with a word behind it. An operation
/// without a row fails the test. The list of open orders stands early: each call has an order of its own, and the list is
/// not endless.
pub(crate) const OPERATIONS: &str = "
                              Nobody   Customer Stranger CallCentre Here     Elsewhere Expired  Machine  Chain    Bound    Foreign  Revoked
    healthz                 | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    readyz                  | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    version                 | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    getConfig               | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    findDispatchOrders      | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    listDemoOrders          | no-demo  no-demo  no-demo  no-demo    no-demo  no-demo   no-demo  no-demo  no-demo  no-demo  no-demo  no-demo
    getMenu                 | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getProduct              | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDefaultMenu          | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDefaultProduct       | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    resizeProduct           | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    listShopIngredients     | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listIngredients         | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listTags                | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getStory                | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    logFaqSearch            | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    listCombos              | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getCombo                | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listFreeDeliveries      | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listShops               | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listShopSummaries       | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getShop                 | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getAvailability         | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listDeliveringShops     | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    searchShops             | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPreorderDays        | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPreorderTimes       | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDeliveryPrice        | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDeliveryPriceRange   | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    makePriceToken          | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    suggestPlaces           | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getPlace                | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getNearestPlace         | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    measureDistance         | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPaymentMethods      | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listExtraPaymentMethods | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPaymentErrors       | ok       unknown  unknown  ok         ok       ok        ok       ok       ok       ok       ok       unknown
    placeOrder              | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    payOrder                | hidden   unknown  unknown  hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    returnFromPayment       | no-try   unknown  unknown  no-try     no-try   no-try    no-try   no-try   no-try   no-try   no-try   unknown
    notifyTestPayment       | unsigned unsigned unsigned unsigned   unsigned unsigned  unsigned unsigned unsigned unsigned unsigned unsigned
    getOrderByKey           | hidden   unknown  unknown  hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    cancelOrder             | hidden   unknown  unknown  hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    priceCart               | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    priceCartItem           | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    priceCombo              | ok       unknown  unknown  ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    geocode                 | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    estimateDrive           | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok

    trackOrder              | hidden   ok       hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    locateCar               | hidden   ok       hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    locateCarV1             | hidden   ok       hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    giveFeedback            | hidden   ok       hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    openLine                | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok

    registerOrder           | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getDispatchOrder        | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getDispatchOrder by name| no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       hidden   hidden   no-key
    setStatus               | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    setStatuses             | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    acceptOrder             | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    prepareOrder            | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    rejectOrder             | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getRestaurantState      | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    pauseRestaurant         | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    resumeRestaurant        | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    setRestaurantBusy       | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    markOut                 | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    takeBack                | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    putBatch                | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    departBatch             | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    addPositions            | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    addPositions of a free car| no-key no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       ok       no-key
    openDispatchLine        | ok       no-key   no-key   ok         ok       ok        ok       no-key   ok       ok       ok       no-key

    signInStaff             | wrong    wrong    wrong    ok         ok       ok        wrong    wrong    wrong    wrong    wrong    wrong
    getStaffMe              | sign-in  sign-in  sign-in  ok         ok       ok        sign-in  ok       sign-in  sign-in  sign-in  sign-in
    findStaffOrders         | sign-in  sign-in  sign-in  ok         ok       nothing   sign-in  ok       sign-in  sign-in  sign-in  sign-in
    getStaffOrder           | sign-in  sign-in  sign-in  ok         ok       hidden    sign-in  ok       sign-in  sign-in  sign-in  sign-in
    makeLiveToken           | sign-in  sign-in  sign-in  ok         ok       ok        sign-in  person   sign-in  sign-in  sign-in  sign-in
    changeStaffPassword     | sign-in  sign-in  sign-in  ok         ok       ok        sign-in  person   sign-in  sign-in  sign-in  sign-in
    acceptStaffOrder        | sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    prepareStaffOrder       | sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    rejectStaffOrder        | sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    refundOrder             | sign-in  sign-in  sign-in  unpaid     unpaid   hidden    sign-in  unpaid   sign-in  sign-in  sign-in  sign-in
    readLedger              | sign-in  sign-in  sign-in  ok         ok       ok        sign-in  ok       sign-in  sign-in  sign-in  sign-in
    getStaffRestaurantState | sign-in  sign-in  sign-in  ok         ok       role      sign-in  ok       sign-in  sign-in  sign-in  sign-in
    pauseStaffRestaurant    | sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    resumeStaffRestaurant   | sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    setStaffRestaurantBusy  | sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    markStaffOut            | sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    takeStaffBack           | sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    signOutStaff            | ok       ok       ok       ok         ok       ok        ok       person   ok       ok       ok       ok
";

/// Everything that can be asked for on a line. `order by key` is asked with what somebody has in the place
/// of the key, `by token` with a live token where they can have one. A topic or call without a row fails the
/// test.
pub(crate) const TOPICS: &str = "
                              Nobody   Customer Stranger CallCentre Here     Elsewhere Expired  Machine  Chain    Bound    Foreign  Revoked
    order by key            | hidden   ok       hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    order by token          | token    token    token    ok         ok       hidden    token    ok       token    token    token    token
    shop                    | ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    board                   | token    token    token    ok         ok       nothing   token    ok       token    token    token    token
    board of the restaurant | token    token    token    ok         ok       board     token    ok       token    token    token    token

    status                  | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    position                | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    watch                   | no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
";

/// What the words of the tables stand for: a code, and the status that goes with it. `ok` is a success, and
/// `nothing` one that shows nothing of the order.
const WORDS: [(&str, &str, u16); 14] = [
    ("no-demo", "request/not-found", 404),
    ("hidden", "order/not-found", 404),
    ("no-key", "dispatch/unauthorized", 401),
    ("reach", "dispatch/forbidden", 403),
    ("wrong", "staff/wrong-password", 401),
    ("sign-in", "staff/unauthorized", 401),
    ("person", "staff/forbidden", 403),
    ("unknown", "users/unauthorized", 401),
    ("role", "staff/role-forbidden", 403),
    ("token", "board/unauthorized", 401),
    ("board", "board/forbidden", 403),
    ("unpaid", "order/cannot-cancel", 409),
    ("no-try", "payment/session-not-found", 404),
    ("unsigned", "payment/signature", 401),
];

/// The word for a code.
pub(crate) fn word_for(code: &str) -> Option<&'static str> {
    WORDS.iter().find(|(_, known, _)| *known == code).map(|(word, ..)| *word)
}

/// The status that goes with a word; none for a success.
pub(crate) fn status_of(word: &str) -> Option<u16> {
    WORDS.iter().find(|(known, ..)| *known == word).map(|(.., status)| *status)
}

/// The rows of a table: each name, and the word for each column.
pub(crate) fn rows(table: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut lines = table.lines().filter(|line| !line.trim().is_empty());
    let columns: Vec<_> = lines.next().unwrap().split_whitespace().map(str::to_owned).collect();
    assert_eq!(columns, Who::ALL.map(|who| format!("{who:?}")), "the columns are everybody's");
    let row = |line: &'static str| {
        let (name, words) = line.split_once('|').unwrap();
        let words: Vec<_> = words.split_whitespace().collect();
        assert_eq!(words.len(), Who::ALL.len(), "{name}: a word for each column");
        for word in &words {
            assert!(["ok", "nothing"].contains(word) || status_of(word).is_some(), "{name}: {word} means nothing");
        }
        (name.trim(), words)
    };
    lines.map(row).collect()
}
