use super::*;

/// Whose texts the specification gives letter for letter, without a full stop.
const LETTER_FOR_LETTER: [Code; 22] = [
    Code::ShopOffline,
    Code::ShopNotOnline,
    Code::NoDelivery,
    Code::NoDeliveryAtTheTime,
    Code::ProductNotFound,
    Code::NotInShopMenu,
    Code::NotInDefaultMenu,
    Code::NotEnoughIngredients,
    Code::TooManyIngredients,
    Code::CampaignDynamicMessage,
    Code::ShopClosed,
    Code::OutOfStock,
    Code::PaymentLoginRequired,
    Code::OrderDuplicate,
    Code::ResetExpired,
    Code::CaptchaRequired,
    Code::CaptchaFailed,
    Code::PhoneInvalid,
    Code::PhoneTooShort,
    Code::PhoneTooLong,
    Code::CoordinatesMissing,
    Code::StreetNumberMissing,
];

#[test]
fn each_code_is_one_and_has_a_sentence() {
    for (i, code) in Code::ALL.iter().enumerate() {
        assert!(Code::ALL[..i].iter().all(|other| other.as_str() != code.as_str()), "{code:?}");
        assert!(code.as_str().contains('/') || *code == Code::PaymentError, "{code:?}");
        assert!(code.message().ends_with('.') || LETTER_FOR_LETTER.contains(code), "{code:?}");
    }
}

#[test]
fn the_text_of_an_expired_order_is_the_seeds() {
    assert_eq!(Code::OrderExpired.message(), "Tilaus on vanhentunut, eikä sitä voi enää seurata.");
}
