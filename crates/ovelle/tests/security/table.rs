//! Who may do what: the tables, and how they are read.
//!
//! The columns are those of [`Who::ALL`], the words those of [`WORDS`]; accounts and roles have a table of their own, in `people`.

use crate::cast::Who;

/// Every operation of the API's document; a variant of one has its name with a word behind it. An operation
/// without a row fails the test. The list of open orders stands early: each call has an order of its own, and the list is
/// not endless.
pub(crate) const OPERATIONS: &str = "
                              Nobody   Customer Stranger Account  CallCentre Here     Elsewhere Expired  Machine  Chain    Bound    Foreign  Revoked
    healthz                 | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    readyz                  | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    version                 | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    getConfig               | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    findDispatchOrders      | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    listDemoOrders          | no-demo  no-demo  no-demo  no-demo  no-demo    no-demo  no-demo   no-demo  no-demo  no-demo  no-demo  no-demo  unknown
    getMenu                 | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getProduct              | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDefaultMenu          | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDefaultProduct       | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    resizeProduct           | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    listShopIngredients     | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listIngredients         | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listTags                | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getStory                | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    reportPageErrors        | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    reportPageVitals        | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    logFaqSearch            | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    takeCmsWebhook          | unheard  unheard  unheard  unheard  unheard    unheard  unheard   unheard  unheard  unheard  unheard  unheard  unheard
    listExperiments         | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    findSurvey              | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listCombos              | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getCombo                | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listFreeDeliveries      | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listCoupons             | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listShops               | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listShopSummaries       | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getShop                 | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getAvailability         | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listDeliveringShops     | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    searchShops             | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPreorderDays        | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPreorderTimes       | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDeliveryPrice        | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getDeliveryPriceRange   | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    makePriceToken          | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    suggestPlaces           | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getPlace                | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getNearestPlace         | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    measureDistance         | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPaymentMethods      | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listExtraPaymentMethods | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    listPaymentErrors       | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    placeOrder              | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    payOrder                | hidden   hidden   hidden   hidden   hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    returnFromPayment       | no-try   no-try   no-try   no-try   no-try     no-try   no-try    no-try   no-try   no-try   no-try   no-try   unknown
    notifyTestPayment       | unsigned unsigned unsigned unsigned unsigned   unsigned unsigned  unsigned unsigned unsigned unsigned unsigned unsigned
    getOrderByKey           | hidden   hidden   hidden   hidden   hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    cancelOrder             | hidden   hidden   hidden   hidden   hidden     hidden   hidden    unknown  hidden   hidden   hidden   hidden   unknown
    priceCart               | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    findBestPrice           | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    priceCartItem           | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    priceCombo              | ok       ok       ok       ok       ok         ok       ok        unknown  ok       ok       ok       ok       unknown
    geocode                 | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    estimateDrive           | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown

    getUserSession          | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    getIdentity             | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    makeCaptchaChallenge    | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    getMe                   | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    startIdentity           | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    finishIdentity          | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    startLink               | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    unlinkProvider          | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    changeMe                | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    getAddresses            | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    addAddress              | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    changeAddress           | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    makeAddressPrimary      | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    removeAddress           | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    getOrderHistory         | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    getLatestOrders         | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    getOwnOrder             | unknown  unknown  unknown  hidden   shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    getItemsToReorder       | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    setFavouriteOrder       | unknown  unknown  unknown  hidden   shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    removeFavouriteOrder    | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown

    trackOrder              | hidden   ok       hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    locateCar               | hidden   ok       hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    locateCarV1             | hidden   ok       hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    giveFeedback            | hidden   ok       hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    openLine                | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown

    registerOrder           | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getDispatchOrder        | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getDispatchOrder by name| no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       hidden   hidden   no-key
    setStatus               | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    setStatuses             | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    acceptOrder             | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    prepareOrder            | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    rejectOrder             | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    getRestaurantState      | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    pauseRestaurant         | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    resumeRestaurant        | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    setRestaurantBusy       | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    markOut                 | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    takeBack                | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    putBatch                | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    departBatch             | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    addPositions            | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    addPositions of a free car| no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       ok       no-key
    openDispatchLine        | ok       ok       ok       ok       ok         ok       ok        ok       no-key   ok       ok       ok       no-key

    signInStaff             | wrong    wrong    wrong    wrong    ok         ok       ok        wrong    wrong    wrong    wrong    wrong    wrong
    login                   | no-login no-login no-login ok       ok         ok       ok        no-login no-login no-login no-login no-login no-login
    makeBearerToken         | no-login no-login no-login ok       ok         ok       ok        no-login no-login no-login no-login no-login no-login
    getStaffMe              | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  ok       sign-in  sign-in  sign-in  sign-in
    findStaffOrders         | sign-in  sign-in  sign-in  sign-in  ok         ok       nothing   sign-in  ok       sign-in  sign-in  sign-in  sign-in
    getStaffOrder           | sign-in  sign-in  sign-in  sign-in  ok         ok       hidden    sign-in  ok       sign-in  sign-in  sign-in  sign-in
    makeLiveToken           | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  person   sign-in  sign-in  sign-in  sign-in
    makeStaffTotp           | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  person   sign-in  sign-in  sign-in  sign-in
    confirmStaffTotp        | sign-in  sign-in  sign-in  sign-in  code       code     code      sign-in  person   sign-in  sign-in  sign-in  sign-in
    changeStaffPassword     | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  person   sign-in  sign-in  sign-in  sign-in
    acceptStaffOrder        | sign-in  sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    prepareStaffOrder       | sign-in  sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    rejectStaffOrder        | sign-in  sign-in  sign-in  sign-in  role       ok       hidden    sign-in  role     sign-in  sign-in  sign-in  sign-in
    searchCustomers         | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  ok       sign-in  sign-in  sign-in  sign-in
    refundOrder             | sign-in  sign-in  sign-in  sign-in  unpaid     unpaid   hidden    sign-in  unpaid   sign-in  sign-in  sign-in  sign-in
    readLedger              | sign-in  sign-in  sign-in  sign-in  ok         ok       ok        sign-in  ok       sign-in  sign-in  sign-in  sign-in
    getStaffRestaurantState | sign-in  sign-in  sign-in  sign-in  ok         ok       role      sign-in  ok       sign-in  sign-in  sign-in  sign-in
    pauseStaffRestaurant    | sign-in  sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    resumeStaffRestaurant   | sign-in  sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    setStaffRestaurantBusy  | sign-in  sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    markStaffOut            | sign-in  sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    takeStaffBack           | sign-in  sign-in  sign-in  sign-in  role       ok       role      sign-in  role     sign-in  sign-in  sign-in  sign-in
    joinLoyalty             | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    getMember               | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    setWelcomeModal         | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    setPrizeModal           | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    getBenefits             | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    getCartSlices           | unknown  unknown  unknown  ok       ok         ok       ok        unknown  ok       unknown  unknown  unknown  unknown
    getTrackingSlices       | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       unknown
    spinWheel               | unknown  unknown  unknown  locked   shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    spinWheelByBearer       | unknown  unknown  unknown  unknown  unknown    unknown  unknown   unknown  shoppers unknown  unknown  unknown  unknown
    leaveLoyalty            | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    signOutStaff            | ok       ok       ok       ok       ok         ok       ok        ok       person   ok       ok       ok       ok

    register                | captcha  captcha  captcha  captcha  captcha    captcha  captcha   captcha  captcha  captcha  captcha  captcha  unknown
    registerWithProvider    | captcha  captcha  captcha  captcha  captcha    captcha  captcha   captcha  captcha  captcha  captcha  captcha  unknown
    linkProvider            | no-login no-login no-login no-login no-login   no-login no-login  no-login no-login no-login no-login no-login unknown
    sendForgotPasswordEmail | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    resetPassword           | no-link  no-link  no-link  no-link  no-link    no-link  no-link   no-link  no-link  no-link  no-link  no-link  no-link
    confirmEmail            | no-link  no-link  no-link  no-link  no-link    no-link  no-link   no-link  no-link  no-link  no-link  no-link  unknown
    undoEmail               | no-link  no-link  no-link  no-link  no-link    no-link  no-link   no-link  no-link  no-link  no-link  no-link  unknown
    exportMe                | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    changeOwnPassword       | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    declineTerms            | unknown  unknown  unknown  ok       shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    eraseMe                 | unknown  unknown  unknown  unmeant  shoppers   shoppers shoppers  unknown  shoppers unknown  unknown  unknown  unknown
    exportOrder             | hidden   open     hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    eraseOrder              | hidden   open     hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   unknown
    logout                  | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    logoutEverywhere        | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
";

/// Everything that can be asked for on a line. `order by key` is asked with what somebody has in the place
/// of the key, `by token` with a live token where they can have one. A topic or call without a row fails the
/// test.
pub(crate) const TOPICS: &str = "
                              Nobody   Customer Stranger Account  CallCentre Here     Elsewhere Expired  Machine  Chain    Bound    Foreign  Revoked
    order by key            | hidden   ok       hidden   hidden   hidden     hidden   hidden    hidden   hidden   hidden   hidden   hidden   hidden
    order by token          | token    token    token    token    ok         ok       hidden    token    ok       token    token    token    token
    shop                    | ok       ok       ok       ok       ok         ok       ok        ok       ok       ok       ok       ok       ok
    board                   | token    token    token    token    ok         ok       nothing   token    ok       token    token    token    token
    board of the restaurant | token    token    token    token    ok         ok       board     token    ok       token    token    token    token

    status                  | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    position                | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
    watch                   | no-key   no-key   no-key   no-key   no-key     no-key   no-key    no-key   no-key   ok       ok       reach    no-key
";

/// What the words of the tables stand for: a code, and the status that goes with it. `ok` is a success, and
/// `nothing` one that shows nothing of the order.
const WORDS: [(&str, &str, u16); 27] = [
    ("no-demo", "request/not-found", 404),
    ("hidden", "order/not-found", 404),
    ("no-key", "dispatch/unauthorized", 401),
    ("reach", "dispatch/forbidden", 403),
    ("wrong", "staff/wrong-password", 401),
    ("sign-in", "staff/unauthorized", 401),
    ("person", "staff/forbidden", 403),
    ("unknown", "users/unauthorized", 401),
    ("role", "staff/role-forbidden", 403),
    ("code", "staff/code-invalid", 401),
    ("shoppers", "users/forbidden", 403),
    ("captcha", "captcha/failed", 403),
    ("no-login", "users/invalid-credentials", 401),
    ("no-link", "users/reset-expired", 410),
    ("token", "board/unauthorized", 401),
    ("board", "board/forbidden", 403),
    ("unpaid", "order/cannot-cancel", 409),
    ("no-try", "payment/session-not-found", 404),
    ("unsigned", "payment/signature", 401),
    ("unheard", "cms/signature", 401),
    ("unmeant", "request/invalid", 422),
    ("open", "users/open-orders", 409),
    ("settled", "payment-error", 409),
    ("terms", "users/terms-required", 403),
    ("no-such", "address/not-found", 404),
    ("no-member", "loyalty/not-member", 404),
    ("locked", "wheel/locked", 403),
];

/// The word for a code.
pub(crate) fn word_for(code: &str) -> Option<&'static str> {
    WORDS.iter().find(|(_, known, _)| *known == code).map(|(word, ..)| *word)
}

/// The status that goes with a word; none for a success.
pub(crate) fn status_of(word: &str) -> Option<u16> {
    WORDS.iter().find(|(known, ..)| *known == word).map(|(.., status)| *status)
}

/// The rows of a table of so many columns: each name, and the word for each of them.
pub(crate) fn rows(table: &'static str, columns: &[Who]) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut lines = table.lines().filter(|line| !line.trim().is_empty());
    let named: Vec<_> = lines.next().unwrap().split_whitespace().map(str::to_owned).collect();
    let expected: Vec<_> = columns.iter().map(|who| format!("{who:?}")).collect();
    assert_eq!(named, expected, "the columns are everybody's");
    let row = |line: &'static str| {
        let (name, words) = line.split_once('|').unwrap();
        let words: Vec<_> = words.split_whitespace().collect();
        assert_eq!(words.len(), columns.len(), "{name}: a word for each column");
        for word in &words {
            assert!(["ok", "nothing"].contains(word) || status_of(word).is_some(), "{name}: {word} means nothing");
        }
        (name.trim(), words)
    };
    lines.map(row).collect()
}
