//! Tokens that hold a delivery fee for a while (docs/spec/ordering.md, "Price token").
//!
//! A token is its fields, as bytes, and a signature over them, written in base64.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chain::ZoneId;
use domain::{
    geo::LatLng,
    ids::RestaurantId,
    key::{Secrets, Signature},
    money::Cents,
};
use jiff::Timestamp;
use pricing::DeliveryFee;

/// What the key is for that signs tokens.
const PURPOSE: &str = "delivery price token";
/// The first byte of a token; another order of the fields is another form.
const FORM: u8 = 1;

/// A delivery fee that holds until a moment, for one place and one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceToken {
    pub shop: RestaurantId,
    pub zone: ZoneId,
    /// The edition of the zone's fees.
    pub zone_version: String,
    pub place: RoundedPoint,
    /// When the delivery is to be due; none: as soon as possible.
    pub due: Option<Timestamp>,
    pub fee: Cents,
    pub expires_at: Timestamp,
}

/// A place as tokens know it: degrees to four decimals, some ten metres.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundedPoint {
    lat: i32,
    lng: i32,
}

impl From<LatLng> for RoundedPoint {
    fn from(point: LatLng) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "at most 180 degrees")]
        let ten_thousandths = |degrees: f64| (degrees * 10_000.0).round() as i32;
        Self { lat: ten_thousandths(point.lat()), lng: ten_thousandths(point.lng()) }
    }
}

impl RoundedPoint {
    /// It as a point; none where it is none of the earth's.
    #[must_use]
    pub fn point(self) -> Option<LatLng> {
        LatLng::new(f64::from(self.lat) / 10_000.0, f64::from(self.lng) / 10_000.0).ok()
    }
}

/// What a token is sent with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SentWith {
    pub shop: RestaurantId,
    /// None: the token's own place counts.
    pub point: Option<LatLng>,
    pub due: Option<Timestamp>,
}

impl PriceToken {
    /// The token as a text that nobody can make without a secret.
    #[must_use]
    pub fn seal(&self, secrets: &Secrets) -> String {
        let mut bytes = self.to_bytes();
        let signature = secrets.sign(PURPOSE, &bytes);
        bytes.extend(signature.version.to_be_bytes());
        bytes.extend(signature.bytes);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Reads a token back; none where it is not one of ours, to the last bit.
    #[must_use]
    pub fn open(text: &str, secrets: &Secrets) -> Option<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (rest, signature) = bytes.split_last_chunk::<32>()?;
        let (fields, version) = rest.split_last_chunk::<4>()?;
        let signature = Signature { version: u32::from_be_bytes(*version), bytes: *signature };
        if secrets.has_signed(PURPOSE, fields, &signature) { Self::from_bytes(fields) } else { None }
    }

    /// What it comes to for who sends it.
    #[must_use]
    pub fn fee_for(self, sent_with: SentWith, now: Timestamp) -> DeliveryFee {
        let is_there = sent_with.point.is_none_or(|point| RoundedPoint::from(point) == self.place);
        if self.shop != sent_with.shop || self.due != sent_with.due || !is_there {
            DeliveryFee::Invalid
        } else if now < self.expires_at {
            DeliveryFee::Held { fee: self.fee, zone: self.zone, version: self.zone_version }
        } else {
            DeliveryFee::Expired
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![FORM];
        bytes.extend(self.shop.0.to_be_bytes());
        bytes.extend(self.place.lat.to_be_bytes());
        bytes.extend(self.place.lng.to_be_bytes());
        bytes.extend(self.fee.0.to_be_bytes());
        bytes.extend(self.expires_at.as_microsecond().to_be_bytes());
        bytes.extend(self.due.map_or(i64::MIN, Timestamp::as_microsecond).to_be_bytes());
        let zone = self.zone.as_str().as_bytes();
        bytes.extend(u32::try_from(zone.len()).unwrap_or(u32::MAX).to_be_bytes());
        bytes.extend(zone);
        bytes.extend(self.zone_version.as_bytes());
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut fields = TokenFields(bytes);
        if fields.take::<1>()? != [FORM] {
            return None;
        }
        let shop = RestaurantId(i64::from_be_bytes(fields.take()?));
        let place = RoundedPoint { lat: i32::from_be_bytes(fields.take()?), lng: i32::from_be_bytes(fields.take()?) };
        let fee = Cents(i64::from_be_bytes(fields.take()?));
        let expires_at = Timestamp::from_microsecond(i64::from_be_bytes(fields.take()?)).ok()?;
        let due = match i64::from_be_bytes(fields.take()?) {
            i64::MIN => None,
            due => Some(Timestamp::from_microsecond(due).ok()?),
        };
        let length = usize::try_from(u32::from_be_bytes(fields.take()?)).ok()?;
        let (zone, version) = fields.0.split_at_checked(length)?;
        let text = |bytes| std::str::from_utf8(bytes).ok();
        let (zone, zone_version) = (ZoneId::from(text(zone)?), text(version)?.to_owned());
        Some(Self { shop, zone, zone_version, place, due, fee, expires_at })
    }
}

/// What is left of a token's bytes.
struct TokenFields<'b>(&'b [u8]);

impl TokenFields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*field)
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use proptest::prelude::*;

    use super::*;

    fn secrets() -> Secrets {
        Secrets::parse("v1:the secret of these tests").unwrap()
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_second(1_795_600_000 + seconds).unwrap()
    }

    fn point(lat: f64, lng: f64) -> LatLng {
        LatLng::new(lat, lng).unwrap()
    }

    fn token() -> PriceToken {
        PriceToken {
            shop: RestaurantId(12),
            zone: "12-1".into(),
            zone_version: "V1".to_owned(),
            place: point(60.1741, 24.9536).into(),
            due: Some(at(7200)),
            fee: Cents(590),
            expires_at: at(900),
        }
    }

    /// What the text of a token comes to for who sends it.
    fn delivery_fee(text: &str, secrets: &Secrets, sent_with: SentWith, now: Timestamp) -> DeliveryFee {
        PriceToken::open(text, secrets).map_or(DeliveryFee::Invalid, |token| token.fee_for(sent_with, now))
    }

    const SENT: SentWith = SentWith { shop: RestaurantId(12), point: None, due: None };

    #[test]
    fn a_token_holds_its_fee_until_it_is_too_old() {
        let sent = SentWith { point: Some(point(60.1741, 24.9536)), due: Some(at(7200)), ..SENT };
        let text = token().seal(&secrets());
        let held = DeliveryFee::Held { fee: Cents(590), zone: "12-1".into(), version: "V1".to_owned() };
        assert_eq!(delivery_fee(&text, &secrets(), sent, at(0)), held);
        assert_eq!(delivery_fee(&text, &secrets(), sent, at(900) - 1.microsecond()), held);
        assert_eq!(delivery_fee(&text, &secrets(), sent, at(900)), DeliveryFee::Expired);
        let rotated = Secrets::parse("v2:another secret of these tests,v1:the secret of these tests").unwrap();
        assert_eq!(delivery_fee(&text, &rotated, sent, at(0)), held);
        let forgotten = Secrets::parse("v2:another secret of these tests").unwrap();
        assert_eq!(delivery_fee(&text, &forgotten, sent, at(0)), DeliveryFee::Invalid);
    }

    #[test]
    fn a_token_is_of_one_restaurant_place_and_time() {
        let text = token().seal(&secrets());
        let sent = SentWith { due: Some(at(7200)), ..SENT };
        let said = |sent| delivery_fee(&text, &secrets(), sent, at(0));
        let is_held = |sent| matches!(said(sent), DeliveryFee::Held { .. });
        assert!(is_held(sent), "without a place its own counts");
        assert!(is_held(SentWith { point: Some(point(60.174_149, 24.953_551)), ..sent }), "the same to four decimals");
        for other in [
            SentWith { shop: RestaurantId(13), ..sent },
            SentWith { point: Some(point(60.1742, 24.9536)), ..sent },
            SentWith { point: Some(point(60.1741, 24.9535)), ..sent },
            SentWith { due: None, ..sent },
            SentWith { due: Some(at(8100)), ..sent },
        ] {
            assert_eq!(said(other), DeliveryFee::Invalid, "{other:?}");
        }
    }

    #[test]
    fn what_is_no_token_is_invalid() {
        for text in ["", "x", "AAAA", "ä", "{}", &"A".repeat(400)] {
            assert_eq!(PriceToken::open(text, &secrets()), None, "{text}");
        }
        let padded = token().seal(&secrets()) + "=";
        assert_eq!(PriceToken::open(&padded, &secrets()), None);
    }

    proptest! {
        #[test]
        fn a_token_comes_back_as_it_was(
            shop in 1..999_999_999_i64, lat in -90.0..=90.0_f64, lng in -180.0..=180.0_f64, fee in 0..100_000_i64,
            zone in ".{1,64}", zone_version in ".{0,16}", due: Option<u32>, lives in 0..10_000_i64,
        ) {
            let whole = PriceToken {
                shop: RestaurantId(shop),
                zone: zone.as_str().into(),
                zone_version,
                place: point(lat, lng).into(),
                due: due.map(|due| at(due.into())),
                fee: Cents(fee),
                expires_at: at(lives) + 7.microseconds(),
            };
            prop_assert_eq!(PriceToken::open(&whole.seal(&secrets()), &secrets()), Some(whole));
        }

        #[test]
        fn a_token_with_any_letter_changed_is_invalid(place: prop::sample::Index, letter in "[ -~]", removed: bool) {
            let text = token().seal(&secrets());
            let place = place.index(text.len());
            let (before, after) = (&text[..place], &text[place + 1..]);
            let changed = if removed { format!("{before}{after}") } else { format!("{before}{letter}{after}") };
            prop_assume!(changed != text);
            prop_assert_eq!(delivery_fee(&changed, &secrets(), SentWith { due: Some(at(7200)), ..SENT }, at(0)), DeliveryFee::Invalid);
        }

        #[test]
        fn a_token_with_any_bit_changed_is_invalid(place: prop::sample::Index, bit in 0..8_u32) {
            let mut bytes = URL_SAFE_NO_PAD.decode(token().seal(&secrets())).unwrap();
            let place = place.index(bytes.len());
            bytes[place] ^= 1_u8 << bit;
            prop_assert_eq!(PriceToken::open(&URL_SAFE_NO_PAD.encode(bytes), &secrets()), None);
        }
    }
}
