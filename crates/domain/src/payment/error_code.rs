//! Why a payment failed: numbers that providers and pages share, each with a key and the sentence that a person reads.

/// The number of a reason for which a payment failed. Any number that nobody knows is [`PaymentErrorCode::UNKNOWN`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PaymentErrorCode(u32);

/// Numbers that follow each other, and what is said of those without a sentence of their own.
struct Range {
    from: u32,
    keys: &'static [&'static str],
    message: &'static str,
}

const RANGES: [Range; 6] = [
    Range { from: 1_040_000, keys: &["unknown"], message: "Yritä uudelleen tai kokeile toista maksutapaa" },
    Range {
        from: 1_040_001,
        keys: &[
            "orderNotFound",
            "orderAlreadyPaid",
            "noRestaurant",
            "merchantNotFound",
            "merchantInactive",
            "connection",
            "sumMismatch",
            "splitPayment",
        ],
        message: "Virhe maksun käsittelyssä. Yritä hetken kuluttua uudestaan.",
    },
    Range {
        from: 1_041_000,
        keys: &[
            "amountMissing",
            "amountInvalid",
            "cardNumberInvalid",
            "cardVariantInvalid",
            "cvcTooShort",
            "cvcInvalid",
            "billingAddress",
            "deliveryAddress",
            "recurringNotEnabled",
            "bankAccount",
            "bankCountry",
            "birthDateInvalid",
            "nameInvalid",
            "emailInvalid",
            "phoneInvalid",
            "emailMissing",
            "phoneMissing",
            "holderMissing",
            "expiryInvalid",
            "currencyInvalid",
            "limitExceeded",
            "applePayAmountMismatch",
            "googlePayTokenExpired",
        ],
        message: "Tarkista maksutiedot ja yritä uudelleen.",
    },
    Range {
        from: 1_041_100,
        keys: &[
            "refused",
            "cardBlocked",
            "cardExpired",
            "refusedInvalidAmount",
            "issuerUnavailable",
            "notSupported",
            "not3dAuthenticated",
            "notEnoughBalance",
            "cancelled",
            "restrictedCard",
            "withdrawalLimit",
            "authenticationRequired",
            "error3ds",
            "blocked",
        ],
        message: "Maksu hylättiin. Kokeile toista maksutapaa.",
    },
    Range {
        from: 1_042_000,
        keys: &[
            "lunchUnauthorized",
            "lunchCardBlocked",
            "lunchInvalidNumber",
            "lunchNoMoney",
            "lunchExpired",
            "lunchSecurity",
            "lunchDeclined",
            "lunchBlocked",
            "lunchDoNotHonor",
            "lunchNotActivated",
            "lunchComplementaryMissing",
            "lunchGatewayBlocked",
            "lunchGatewayTimeout",
            "lunchInternal",
        ],
        message: "Lounasetumaksu ei onnistunut. Kokeile toista maksutapaa.",
    },
    Range { from: 1_043_000, keys: &["klarnaAlcohol"], message: "Klarna-tilaus ei saa sisältää alkoholituotteita." },
];

/// Those with a sentence of their own.
const OWN: [(&str, &str); 14] = [
    ("orderNotFound", "Tilausta ei löydy."),
    ("orderAlreadyPaid", "Tilaus on jo maksettu. Vahvistus on sähköpostissasi."),
    ("noRestaurant", "Valitse ravintola ja yritä uudelleen."),
    ("merchantNotFound", "Ravintola ei voi juuri nyt ottaa maksuja vastaan."),
    ("merchantInactive", "Ravintola ei voi juuri nyt ottaa maksuja vastaan."),
    ("sumMismatch", "Maksun summa ei täsmää tilaukseen."),
    ("splitPayment", "Jaettu maksu ei onnistunut."),
    ("cardExpired", "Korttisi on vanhentunut."),
    ("notEnoughBalance", "Tilin kate ei riitä."),
    ("issuerUnavailable", "Pankkiin ei saada yhteyttä. Yritä hetken kuluttua uudelleen."),
    ("cancelled", "Maksu peruttu"),
    ("lunchUnauthorized", "Kirjaudu Edenrediin uudelleen."),
    ("lunchNoMoney", "Lounasedun saldo ei riitä."),
    ("not3dAuthenticated", NOT_CONFIRMED),
];
const NOT_CONFIRMED: &str = "Maksun vahvistus ei onnistunut.";
const NOT_CONFIRMED_EITHER: [&str; 2] = ["authenticationRequired", "error3ds"];

/// What card issuers say, and the key that it is told by.
const REASONS: [(&str, &str); 11] = [
    ("issuer refused", "refused"),
    ("invalid merchant", "merchantNotFound"),
    ("invalid amount", "refusedInvalidAmount"),
    ("format error", "cardNumberInvalid"),
    ("unknown card", "cardNumberInvalid"),
    ("card expired", "cardExpired"),
    ("no checking account", "bankAccount"),
    ("transaction not permitted", "restrictedCard"),
    ("invalid transaction", "blocked"),
    ("invalid CVV", "cvcInvalid"),
    ("authentication required", "authenticationRequired"),
];

impl PaymentErrorCode {
    /// Nobody knows why.
    pub const UNKNOWN: Self = Self(1_040_000);
    /// There is no such order to be paid.
    pub const ORDER_NOT_FOUND: Self = Self(1_040_001);
    /// There is nothing left to pay.
    pub const ORDER_ALREADY_PAID: Self = Self(1_040_002);
    /// The restaurant is another one.
    pub const NO_RESTAURANT: Self = Self(1_040_003);
    /// The provider does not answer.
    pub const CONNECTION: Self = Self(1_040_006);
    /// The sum is another one.
    pub const SUM_MISMATCH: Self = Self(1_040_007);
    /// The issuer refused.
    pub const REFUSED: Self = Self(1_041_100);
    /// The payer went back.
    pub const CANCELLED: Self = Self(1_041_108);
    /// The lunch benefit is not linked, or not any more.
    pub const LUNCH_UNAUTHORIZED: Self = Self(1_042_000);

    /// All of them, by number.
    pub fn all() -> impl Iterator<Item = Self> {
        RANGES.iter().flat_map(|range| (range.from..).zip(range.keys)).map(|(number, _)| Self(number))
    }

    /// The reason of a number; one that is none is unknown.
    #[must_use]
    pub fn from_number(number: u32) -> Self {
        if range_of(number).is_some() { Self(number) } else { Self::UNKNOWN }
    }

    /// What an issuer's words mean.
    #[must_use]
    pub fn from_reason(reason: &str) -> Self {
        let known = REASONS.iter().find(|(said, _)| said.eq_ignore_ascii_case(reason.trim()));
        known.and_then(|(_, key)| Self::all().find(|code| code.key() == *key)).unwrap_or(Self::UNKNOWN)
    }

    /// The number.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The key by which pages know it.
    #[must_use]
    pub fn key(self) -> &'static str {
        range_of(self.0).map_or("unknown", |(_, key)| key)
    }

    /// What a person reads.
    #[must_use]
    pub fn message(self) -> &'static str {
        let Some((range, key)) = range_of(self.0) else { return RANGES[0].message };
        if NOT_CONFIRMED_EITHER.contains(&key) {
            return NOT_CONFIRMED;
        }
        OWN.iter().find(|(own, _)| *own == key).map_or(range.message, |(_, message)| message)
    }
}

fn range_of(number: u32) -> Option<(&'static Range, &'static str)> {
    RANGES.iter().find_map(|range| {
        let at = usize::try_from(number.checked_sub(range.from)?).ok()?;
        Some((range, *range.keys.get(at)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: PY-23
    #[test]
    fn any_other_number_is_unknown() {
        let numbers: Vec<u32> = PaymentErrorCode::all().map(PaymentErrorCode::number).collect();
        let ranges = [1_040_000..=1_040_008, 1_041_000..=1_041_022, 1_041_100..=1_041_113, 1_042_000..=1_042_013];
        let expected: Vec<u32> = ranges.into_iter().flatten().chain([1_043_000]).collect();
        assert_eq!(numbers, expected);
        for number in [0, 1_039_999, 1_040_009, 1_041_023, 1_041_114, 1_042_014, 1_043_001, u32::MAX] {
            assert_eq!(PaymentErrorCode::from_number(number), PaymentErrorCode::UNKNOWN, "{number}");
        }
    }

    const FAILED: &str = "Virhe maksun käsittelyssä. Yritä hetken kuluttua uudestaan.";
    const CHECK: &str = "Tarkista maksutiedot ja yritä uudelleen.";
    const REFUSED: &str = "Maksu hylättiin. Kokeile toista maksutapaa.";
    const LUNCH: &str = "Lounasetumaksu ei onnistunut. Kokeile toista maksutapaa.";

    /// Holds the reasons from a number on against their keys and sentences.
    fn assert_said(from: u32, said: &[(&str, &str)]) {
        let found = (from..).zip(said).map(|(number, _)| PaymentErrorCode::from_number(number));
        let found: Vec<_> = found.map(|code| (code.key(), code.message())).collect();
        assert_eq!(found, said);
    }

    // spec: PY-26, CK-14, CK-18, CK-21
    #[test]
    fn what_went_wrong_with_the_order_has_its_sentence() {
        let closed = "Ravintola ei voi juuri nyt ottaa maksuja vastaan.";
        assert_said(
            1_040_000,
            &[
                ("unknown", "Yritä uudelleen tai kokeile toista maksutapaa"),
                ("orderNotFound", "Tilausta ei löydy."),
                ("orderAlreadyPaid", "Tilaus on jo maksettu. Vahvistus on sähköpostissasi."),
                ("noRestaurant", "Valitse ravintola ja yritä uudelleen."),
                ("merchantNotFound", closed),
                ("merchantInactive", closed),
                ("connection", FAILED),
                ("sumMismatch", "Maksun summa ei täsmää tilaukseen."),
                ("splitPayment", "Jaettu maksu ei onnistunut."),
            ],
        );
    }

    // spec: PY-27, PY-28
    #[test]
    fn details_that_are_wrong_are_to_be_checked() {
        let card =
            ["amountMissing", "amountInvalid", "cardNumberInvalid", "cardVariantInvalid", "cvcTooShort", "cvcInvalid"];
        let payer = ["billingAddress", "deliveryAddress", "recurringNotEnabled", "bankAccount", "bankCountry"];
        let person = ["birthDateInvalid", "nameInvalid", "emailInvalid", "phoneInvalid"];
        let missing = ["emailMissing", "phoneMissing", "holderMissing"];
        let rest = ["expiryInvalid", "currencyInvalid", "limitExceeded"];
        let wallets = ["applePayAmountMismatch", "googlePayTokenExpired"];
        let all = [&card[..], &payer, &person, &missing, &rest, &wallets].concat();
        assert_said(1_041_000, &all.into_iter().map(|key| (key, CHECK)).collect::<Vec<_>>());
    }

    // spec: PY-29
    #[test]
    fn each_refusal_has_its_sentence() {
        let not_confirmed = "Maksun vahvistus ei onnistunut.";
        assert_said(
            1_041_100,
            &[
                ("refused", REFUSED),
                ("cardBlocked", REFUSED),
                ("cardExpired", "Korttisi on vanhentunut."),
                ("refusedInvalidAmount", REFUSED),
                ("issuerUnavailable", "Pankkiin ei saada yhteyttä. Yritä hetken kuluttua uudelleen."),
                ("notSupported", REFUSED),
                ("not3dAuthenticated", not_confirmed),
                ("notEnoughBalance", "Tilin kate ei riitä."),
                ("cancelled", "Maksu peruttu"),
                ("restrictedCard", REFUSED),
                ("withdrawalLimit", REFUSED),
                ("authenticationRequired", not_confirmed),
                ("error3ds", not_confirmed),
                ("blocked", REFUSED),
            ],
        );
    }

    // spec: PY-30
    #[test]
    fn each_refusal_of_the_lunch_benefit_has_its_sentence() {
        assert_said(
            1_042_000,
            &[
                ("lunchUnauthorized", "Kirjaudu Edenrediin uudelleen."),
                ("lunchCardBlocked", LUNCH),
                ("lunchInvalidNumber", LUNCH),
                ("lunchNoMoney", "Lounasedun saldo ei riitä."),
                ("lunchExpired", LUNCH),
                ("lunchSecurity", LUNCH),
                ("lunchDeclined", LUNCH),
                ("lunchBlocked", LUNCH),
                ("lunchDoNotHonor", LUNCH),
                ("lunchNotActivated", LUNCH),
                ("lunchComplementaryMissing", LUNCH),
                ("lunchGatewayBlocked", LUNCH),
                ("lunchGatewayTimeout", LUNCH),
                ("lunchInternal", LUNCH),
            ],
        );
    }

    #[test]
    fn alcohol_by_invoice_has_its_sentence() {
        assert_said(1_043_000, &[("klarnaAlcohol", "Klarna-tilaus ei saa sisältää alkoholituotteita.")]);
    }

    #[test]
    fn each_name_in_the_code_is_its_number() {
        let keys = [
            (PaymentErrorCode::ORDER_NOT_FOUND, "orderNotFound"),
            (PaymentErrorCode::ORDER_ALREADY_PAID, "orderAlreadyPaid"),
            (PaymentErrorCode::NO_RESTAURANT, "noRestaurant"),
            (PaymentErrorCode::CONNECTION, "connection"),
            (PaymentErrorCode::SUM_MISMATCH, "sumMismatch"),
            (PaymentErrorCode::REFUSED, "refused"),
            (PaymentErrorCode::CANCELLED, "cancelled"),
            (PaymentErrorCode::LUNCH_UNAUTHORIZED, "lunchUnauthorized"),
        ];
        for (code, key) in keys {
            assert_eq!(code.key(), key);
        }
    }

    #[test]
    fn each_own_sentence_belongs_to_a_key() {
        let keys: Vec<&str> = PaymentErrorCode::all().map(PaymentErrorCode::key).collect();
        let own = OWN.iter().map(|(key, _)| key).chain(&NOT_CONFIRMED_EITHER);
        let told = REASONS.iter().map(|(_, key)| key);
        for key in own.chain(told) {
            assert!(keys.contains(key), "{key}");
        }
    }

    // spec: PY-25
    #[test]
    fn what_an_issuer_says_is_a_reason() {
        for (said, number) in [
            ("issuer refused", 1_041_100),
            ("invalid merchant", 1_040_004),
            ("invalid amount", 1_041_103),
            ("format error", 1_041_002),
            ("card expired", 1_041_102),
            ("no checking account", 1_041_009),
            ("unknown card", 1_041_002),
            ("transaction not permitted", 1_041_109),
            ("invalid transaction", 1_041_113),
            ("invalid CVV", 1_041_005),
            ("authentication required", 1_041_111),
            (" Card EXPIRED ", 1_041_102),
            ("the moon was full", 1_040_000),
            ("", 1_040_000),
        ] {
            assert_eq!(PaymentErrorCode::from_reason(said).number(), number, "{said}");
        }
    }
}
