//! What sets an account or a role apart from others: the second table of who may do what.
//!
//! The columns are those of [`Who::PEOPLE`](crate::cast::Who::PEOPLE), the words those of `table`.

/// Every operation of the API's document, called for what the owner has: an order, an address. One without a row fails
/// the test. What ends an account or its order stands last.
pub(crate) const PEOPLE: &str = "
                              Owner      Program    Other      Member     OpenTerms  Kitchen    Dispatcher
    healthz                 | ok         ok         ok         ok         ok         ok         ok
    readyz                  | ok         ok         ok         ok         ok         ok         ok
    version                 | ok         ok         ok         ok         ok         ok         ok
    getConfig               | ok         ok         ok         ok         ok         ok         ok
    findDispatchOrders      | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    listDemoOrders          | no-demo    no-demo    no-demo    no-demo    no-demo    no-demo    no-demo
    getMenu                 | ok         ok         ok         ok         ok         ok         ok
    getProduct              | ok         ok         ok         ok         ok         ok         ok
    getDefaultMenu          | ok         ok         ok         ok         ok         ok         ok
    getDefaultProduct       | ok         ok         ok         ok         ok         ok         ok
    resizeProduct           | ok         ok         ok         ok         ok         ok         ok
    listShopIngredients     | ok         ok         ok         ok         ok         ok         ok
    listIngredients         | ok         ok         ok         ok         ok         ok         ok
    listTags                | ok         ok         ok         ok         ok         ok         ok
    getStory                | ok         ok         ok         ok         ok         ok         ok
    reportPageErrors        | ok         ok         ok         ok         ok         ok         ok
    reportPageVitals        | ok         ok         ok         ok         ok         ok         ok
    logFaqSearch            | ok         ok         ok         ok         ok         ok         ok
    takeCmsWebhook          | unheard    unheard    unheard    unheard    unheard    unheard    unheard
    listExperiments         | ok         ok         ok         ok         ok         ok         ok
    findSurvey              | ok         ok         ok         ok         ok         ok         ok
    listCombos              | ok         ok         ok         ok         ok         ok         ok
    getCombo                | ok         ok         ok         ok         ok         ok         ok
    listFreeDeliveries      | ok         ok         ok         ok         ok         ok         ok
    listCoupons             | ok         ok         ok         ok         ok         ok         ok
    listShops               | ok         ok         ok         ok         ok         ok         ok
    listShopSummaries       | ok         ok         ok         ok         ok         ok         ok
    getShop                 | ok         ok         ok         ok         ok         ok         ok
    getAvailability         | ok         ok         ok         ok         ok         ok         ok
    listDeliveringShops     | ok         ok         ok         ok         ok         ok         ok
    searchShops             | ok         ok         ok         ok         ok         ok         ok
    listPreorderDays        | ok         ok         ok         ok         ok         ok         ok
    listPreorderTimes       | ok         ok         ok         ok         ok         ok         ok
    getDeliveryPrice        | ok         ok         ok         ok         ok         ok         ok
    getDeliveryPriceRange   | ok         ok         ok         ok         ok         ok         ok
    makePriceToken          | ok         ok         ok         ok         ok         ok         ok
    suggestPlaces           | ok         ok         ok         ok         ok         ok         ok
    getPlace                | ok         ok         ok         ok         ok         ok         ok
    getNearestPlace         | ok         ok         ok         ok         ok         ok         ok
    measureDistance         | ok         ok         ok         ok         ok         ok         ok
    listPaymentMethods      | ok         ok         ok         ok         ok         ok         ok
    listExtraPaymentMethods | ok         ok         ok         ok         ok         ok         ok
    listPaymentErrors       | ok         ok         ok         ok         ok         ok         ok
    placeOrder              | ok         ok         ok         ok         terms      ok         ok
    payOrder                | settled    settled    hidden     hidden     hidden     hidden     hidden
    returnFromPayment       | no-try     no-try     no-try     no-try     no-try     no-try     no-try
    notifyTestPayment       | unsigned   unsigned   unsigned   unsigned   unsigned   unsigned   unsigned
    getOrderByKey           | ok         ok         hidden     hidden     hidden     hidden     hidden
    priceCart               | ok         ok         ok         ok         ok         ok         ok
    findBestPrice           | ok         ok         ok         ok         ok         ok         ok
    priceCartItem           | ok         ok         ok         ok         ok         ok         ok
    priceCombo              | ok         ok         ok         ok         ok         ok         ok
    geocode                 | ok         ok         ok         ok         ok         ok         ok
    estimateDrive           | ok         ok         ok         ok         ok         ok         ok
    getUserSession          | ok         ok         ok         ok         ok         ok         ok
    getIdentity             | ok         ok         ok         ok         ok         ok         ok
    makeCaptchaChallenge    | ok         ok         ok         ok         ok         ok         ok
    getMe                   | ok         ok         ok         ok         ok         unknown    unknown
    startIdentity           | ok         ok         ok         ok         ok         ok         ok
    finishIdentity          | ok         ok         ok         ok         ok         ok         ok
    startLink               | ok         ok         ok         ok         terms      unknown    unknown
    unlinkProvider          | ok         ok         ok         ok         ok         unknown    unknown
    changeMe                | ok         ok         ok         ok         ok         unknown    unknown
    getAddresses            | ok         ok         ok         ok         terms      unknown    unknown
    addAddress              | ok         ok         ok         ok         terms      unknown    unknown
    changeAddress           | ok         ok         no-such    no-such    terms      unknown    unknown
    makeAddressPrimary      | ok         ok         no-such    no-such    terms      unknown    unknown
    removeAddress           | ok         ok         no-such    no-such    terms      unknown    unknown
    getOrderHistory         | ok         ok         ok         ok         ok         unknown    unknown
    getLatestOrders         | ok         ok         ok         ok         ok         unknown    unknown
    getOwnOrder             | ok         ok         hidden     hidden     terms      unknown    unknown
    getItemsToReorder       | ok         ok         ok         ok         terms      unknown    unknown
    setFavouriteOrder       | ok         ok         hidden     hidden     terms      unknown    unknown
    removeFavouriteOrder    | ok         ok         ok         ok         terms      unknown    unknown
    trackOrder              | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    locateCar               | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    locateCarV1             | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    giveFeedback            | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    openLine                | ok         ok         ok         ok         ok         ok         ok
    registerOrder           | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    getDispatchOrder        | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    setStatus               | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    setStatuses             | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    acceptOrder             | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    prepareOrder            | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    rejectOrder             | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    getRestaurantState      | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    pauseRestaurant         | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    resumeRestaurant        | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    setRestaurantBusy       | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    markOut                 | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    takeBack                | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    putBatch                | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    departBatch             | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    addPositions            | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    openDispatchLine        | ok         no-key     ok         ok         ok         ok         ok
    signInStaff             | wrong      wrong      wrong      wrong      wrong      ok         ok
    login                   | ok         ok         ok         ok         ok         ok         ok
    makeBearerToken         | ok         ok         ok         ok         ok         ok         ok
    getStaffMe              | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    findStaffOrders         | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    getStaffOrder           | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    makeLiveToken           | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    makeStaffTotp           | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    confirmStaffTotp        | sign-in    sign-in    sign-in    sign-in    sign-in    code       code
    changeStaffPassword     | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    acceptStaffOrder        | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    prepareStaffOrder       | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    rejectStaffOrder        | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    searchCustomers         | sign-in    sign-in    sign-in    sign-in    sign-in    role       role
    refundOrder             | sign-in    sign-in    sign-in    sign-in    sign-in    role       role
    readLedger              | sign-in    sign-in    sign-in    sign-in    sign-in    role       role
    getStaffRestaurantState | sign-in    sign-in    sign-in    sign-in    sign-in    ok         ok
    pauseStaffRestaurant    | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    resumeStaffRestaurant   | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    setStaffRestaurantBusy  | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    markStaffOut            | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    takeStaffBack           | sign-in    sign-in    sign-in    sign-in    sign-in    ok         role
    signOutStaff            | ok         ok         ok         ok         ok         ok         ok
    register                | captcha    captcha    captcha    captcha    captcha    captcha    captcha
    registerWithProvider    | captcha    captcha    captcha    captcha    captcha    captcha    captcha
    linkProvider            | no-login   no-login   no-login   no-login   no-login   no-login   no-login
    sendForgotPasswordEmail | ok         ok         ok         ok         ok         ok         ok
    resetPassword           | no-link    no-link    no-link    no-link    no-link    no-link    no-link
    confirmEmail            | no-link    no-link    no-link    no-link    no-link    no-link    no-link
    undoEmail               | no-link    no-link    no-link    no-link    no-link    no-link    no-link
    exportMe                | ok         ok         ok         ok         ok         unknown    unknown
    changeOwnPassword       | ok         ok         ok         ok         ok         unknown    unknown
    eraseMe                 | unmeant    unmeant    unmeant    unmeant    unmeant    unknown    unknown
    exportOrder             | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    eraseOrder              | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    logout                  | ok         ok         ok         ok         ok         ok         ok
    logoutEverywhere        | ok         ok         ok         ok         ok         ok         ok
    joinLoyalty             | ok         ok         ok         ok         terms      unknown    unknown
    getMember               | ok         ok         ok         ok         terms      unknown    unknown
    setWelcomeModal         | ok         ok         ok         ok         terms      unknown    unknown
    setPrizeModal           | ok         ok         ok         ok         terms      unknown    unknown
    getBenefits             | ok         ok         ok         ok         terms      unknown    unknown
    getCartSlices           | ok         ok         ok         ok         terms      unknown    unknown
    getTrackingSlices       | ok         ok         ok         ok         ok         ok         ok
    spinWheel               | locked     locked     locked     locked     terms      unknown    unknown
    spinWheelByBearer       | unknown    locked     unknown    unknown    unknown    unknown    unknown
    leaveLoyalty            | ok         no-member  ok         ok         ok         unknown    unknown
    cancelOrder             | unpaid     unpaid     hidden     hidden     hidden     hidden     hidden
    declineTerms            | ok         ok         ok         ok         ok         unknown    unknown
";

/// Everything that can be asked for on a line, as `TOPICS` of `table`.
pub(crate) const TOPICS_OF_PEOPLE: &str = "
                              Owner      Program    Other      Member     OpenTerms  Kitchen    Dispatcher
    order by key            | hidden     hidden     hidden     hidden     hidden     hidden     hidden
    order by token          | token      token      token      token      token      ok         ok
    shop                    | ok         ok         ok         ok         ok         ok         ok
    board                   | token      token      token      token      token      ok         ok
    board of the restaurant | token      token      token      token      token      ok         ok
    status                  | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    position                | no-key     no-key     no-key     no-key     no-key     no-key     no-key
    watch                   | no-key     no-key     no-key     no-key     no-key     no-key     no-key
";
