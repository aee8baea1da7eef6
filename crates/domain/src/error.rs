//! The message catalogue: every code that an answer or a frame can carry, with the Finnish sentence
//! a person may see.

use std::{error::Error, fmt::Write as _};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $text:literal;)*) => {
        /// A code of the catalogue. Its meaning never changes once it is out.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name),* }

        impl Code {
            /// All codes, for the table in the API's document.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The `messageCode` on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code),* }
            }

            /// What a person may read.
            #[must_use]
            pub fn message(self) -> &'static str {
                match self { $(Self::$name => $text),* }
            }
        }
    };
}

codes! {
    /// The body is not JSON.
    NotJson = "request/not-json", "Pyyntöä ei voitu lukea.";
    /// The body or a parameter does not fit; `metadata.field` says which.
    Invalid = "request/invalid", "Pyynnössä on virheellinen tieto.";
    /// The body is larger than 256 KiB.
    TooLarge = "request/too-large", "Pyyntö on liian suuri.";
    /// Too many calls; come back after `Retry-After`.
    TooMany = "request/too-many", "Liian monta yritystä. Odota hetki ja yritä uudelleen.";
    /// The call took too long.
    Timeout = "request/timeout", "Pyyntö kesti liian kauan. Yritä uudelleen.";
    /// There is nothing at this address.
    NoRoute = "request/not-found", "Osoitteesta ei löydy mitään.";
    /// The address does not take this method.
    NoMethod = "request/method-not-allowed", "Osoite ei tue tätä toimintoa.";
    /// No key, or one that nobody has.
    NoKey = "dispatch/unauthorized", "Tunnus puuttuu tai se ei kelpaa.";
    /// A key without the right to this.
    Forbidden = "dispatch/forbidden", "Tunnuksella ei ole oikeutta tähän.";
    /// No such order, or not with this key: the same answer for both.
    OrderNotFound = "order/not-found", "Tilausta ei löydy.";
    /// The order can no longer be tracked (seed 3 §8).
    OrderExpired = "order/expired", "Tilaus on vanhentunut, eikä sitä voi enää seurata.";
    /// The reported status may not follow the present one; `metadata {from, to}`.
    StatusTransition = "status/transition", "Tilaus ei voi siirtyä tähän tilaan.";
    /// The order is no longer at `ifSeq`; `metadata {seq, status}`.
    StatusMoved = "status/moved", "Tilaus on jo siirtynyt eteenpäin.";
    /// No such batch.
    BatchNotFound = "batch/not-found", "Erää ei löydy.";
    /// The batch carries orders of restaurants that the key does not reach.
    BatchForeign = "batch/foreign", "Erä kuuluu toiselle ravintolalle.";
    /// No car is to be shown now.
    CarNotFound = "car/not-found", "Auton sijaintia ei ole saatavilla.";
    /// Feedback before the order is over.
    FeedbackTooEarly = "feedback/too-early", "Palautetta voi antaa, kun tilaus on valmis.";
    /// Feedback can no longer be replaced.
    FeedbackClosed = "feedback/closed", "Palautetta ei voi enää muuttaa.";
    /// No such restaurant.
    ShopNotFound = "shop/not-found", "Ravintolaa ei löydy.";
    /// The address was not recognised.
    GeocodeNotFound = "geocode/not-found", "Osoitetta ei löydy.";
    /// No road between the two points.
    EstimateNotFound = "estimate/not-found", "Ajoaikaa ei voitu arvioida.";
    /// The live socket needs its subprotocol.
    LiveProtocol = "live/protocol", "Suora seuranta vaatii alaprotokollan ovelle.live.v1.";
    /// The live socket may not be opened from this origin.
    LiveOrigin = "live/origin", "Suoraa seurantaa ei voi avata tältä sivulta.";
    /// One line watches at most 32 orders.
    TooManyOrders = "live/too-many-orders", "Yhdellä yhteydellä voi seurata enintään 32 tilausta.";
    /// Too many lines watch this order.
    TooManyWatchers = "live/too-many-watchers", "Tilausta seuraa jo liian moni.";
    /// A live token that nobody has, or that was used or has run out.
    BoardUnauthorized = "board/unauthorized", "Kirjautuminen ei kelpaa. Kirjaudu uudelleen.";
    /// The session whose token it was has ended.
    BoardSessionEnded = "board/session-ended", "Istunto on päättynyt. Kirjaudu uudelleen.";
    /// The person may not see these restaurants.
    BoardForbidden = "board/forbidden", "Sinulla ei ole oikeutta nähdä tämän ravintolan tilauksia.";
    /// So many orders that one frame cannot hold them.
    BoardTooLarge = "board/too-large", "Tilauksia on liikaa yhteen näkymään. Valitse ravintoloita.";
    /// The dispatch line needs its subprotocol.
    DispatchProtocol = "dispatch/protocol", "Suora yhteys vaatii alaprotokollan ovelle.dispatch.v1.";
    /// A frame that is no frame of the protocol.
    FrameInvalid = "frame/invalid", "Viestiä ei voitu lukea.";
    /// Nobody is signed in, or not any more.
    SignedOut = "staff/unauthorized", "Kirjaudu sisään.";
    /// No such address, or not with this password: the same answer for both.
    WrongPassword = "staff/wrong-password", "Sähköposti tai salasana on väärä.";
    /// The call needs somebody who signed in, not a token.
    StaffForbidden = "staff/forbidden", "Toiminto vaatii kirjautumisen sähköpostilla ja salasanalla.";
    /// The present password of whoever wants another is not this one.
    PasswordWrong = "password/wrong", "Nykyinen salasana on väärä.";
    /// A new password that is too short.
    PasswordTooShort = "password/too-short", "Salasanassa on oltava vähintään 8 merkkiä.";
    /// A new password that many others have, or that is easily guessed.
    PasswordTooCommon = "password/too-common", "Salasana on liian helppo arvata. Valitse toinen.";
    /// A changing call of a signed-in person that does not come from one of our pages.
    ForeignPage = "request/foreign-page", "Toimintoa ei voi tehdä tältä sivulta.";
    /// The service cannot answer now.
    Unavailable = "service/unavailable", "Palvelu ei juuri nyt vastaa. Yritä hetken kuluttua uudelleen.";
    /// This node is leaving.
    Draining = "service/draining", "Palvelin on sulkeutumassa. Yritä hetken kuluttua uudelleen.";
    /// A fault of ours.
    Internal = "service/error", "Virhe. Yritä myöhemmin uudelleen.";
}

/// An error and what caused it, on one line.
#[must_use]
pub fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let _infallible = write!(text, ": {next}");
        cause = next.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_one_and_has_a_sentence() {
        for (i, code) in Code::ALL.iter().enumerate() {
            assert!(Code::ALL[..i].iter().all(|other| other.as_str() != code.as_str()), "{code:?}");
            assert!(code.as_str().contains('/') && code.message().ends_with('.'), "{code:?}");
        }
    }

    // spec: T-65
    #[test]
    fn the_text_of_an_expired_order_is_the_seeds() {
        assert_eq!(Code::OrderExpired.message(), "Tilaus on vanhentunut, eikä sitä voi enää seurata.");
    }
}
