//! The second factor of the staff: codes that change with time (RFC 6238), and recovery codes in their place (docs/spec/people.md,
//! "Second factor of staff").

mod recovery;

use std::fmt;

use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use sha1::Sha1;
use subtle::ConstantTimeEq;

use crate::base32;

pub use recovery::{RECOVERY_CODES, RECOVERY_RANDOM_BYTES, RecoveryCode, recovery_codes};

/// For how many seconds a code holds.
const PERIOD: i64 = 30;
/// Digits of a code.
const DIGITS: usize = 6;
/// How many steps a clock may be ahead or behind.
const DRIFT: i64 = 1;
/// Whose codes they are, as the app shows it.
const ISSUER: &str = "Ovelle";

/// The 160 bits that the server and an authenticator app share. Not printed by `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; Self::LENGTH]);

/// How many periods have passed since 1970. A code belongs to one; the last one used is kept, so that each is used once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(pub i64);

impl TotpStep {
    /// The step of a moment.
    #[must_use]
    pub fn at(now: Timestamp) -> Self {
        Self(now.as_second().div_euclid(PERIOD))
    }
}

impl TotpSecret {
    /// Bytes of a secret.
    pub const LENGTH: usize = 20;

    /// Of random bytes, or those that were kept.
    #[must_use]
    pub fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// The bytes, which are kept sealed.
    #[must_use]
    pub fn bytes(&self) -> &[u8; Self::LENGTH] {
        &self.0
    }

    /// The secret as it is typed into an app.
    #[must_use]
    pub fn base32(&self) -> String {
        base32::encode(&self.0, base32::RFC_4648)
    }

    /// The address that apps read from a picture, for an account of this name.
    #[must_use]
    pub fn uri(&self, account: &str) -> String {
        format!(
            "otpauth://totp/{ISSUER}:{}?secret={}&issuer={ISSUER}&algorithm=SHA1&digits={DIGITS}&period={PERIOD}",
            percent_encoded(account),
            self.base32(),
        )
    }

    /// The step of a code that holds now and was not used: it lies after the step used last. None: the code is wrong, too old
    /// or used. Spaces in it are nothing.
    #[must_use]
    pub fn step_of(&self, code: &str, last_used: Option<TotpStep>, now: Timestamp) -> Option<TotpStep> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        let TotpStep(present) = TotpStep::at(now);
        // All are worked out, so that the answer's time says nothing of the clock.
        let holding = (present - DRIFT..=present + DRIFT).map(TotpStep);
        let right: Vec<TotpStep> =
            holding.filter(|step| self.code(*step).as_bytes().ct_eq(code.as_bytes()).into()).collect();
        right.into_iter().find(|step| last_used.is_none_or(|last| *step > last))
    }

    /// The code of a step.
    #[must_use]
    pub fn code(&self, step: TotpStep) -> String {
        let mut mac = Hmac::<Sha1>::new_from_slice(&self.0).expect("HMAC takes keys of every length");
        mac.update(&step.0.to_be_bytes());
        let digest: [u8; 20] = mac.finalize().into_bytes().into();
        let offset = usize::from(digest[19] & 0xf);
        let mut four = [0; 4];
        four.copy_from_slice(&digest[offset..offset + 4]);
        let number = u32::from_be_bytes(four) & 0x7fff_ffff;
        format!("{:0DIGITS$}", number % 10_u32.pow(6))
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

fn percent_encoded(text: &str) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~@".contains(byte);
    let letter = |byte: u8| if is_plain(&byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn rfc() -> TotpSecret {
        TotpSecret::new(*b"12345678901234567890")
    }

    // RFC 6238, appendix B, the last six of its eight digits.
    #[test]
    fn codes_are_those_of_the_rfc() {
        for (second, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(rfc().code(TotpStep::at(at(second))), code, "{second}");
        }
        // RFC 4226, appendix D.
        let counted = [0, 1, 2, 9].map(|step| rfc().code(TotpStep(step)));
        assert_eq!(counted, ["755224", "287082", "359152", "520489"]);
    }

    #[test]
    fn a_code_holds_one_step_either_side() {
        let code = rfc().code(TotpStep(100));
        for second in [2970, 2999, 3000, 3029, 3030, 3059] {
            assert_eq!(rfc().step_of(&code, None, at(second)), Some(TotpStep(100)), "{second}");
        }
        for second in [2969, 3060] {
            assert_eq!(rfc().step_of(&code, None, at(second)), None, "{second}");
        }
    }

    #[test]
    fn a_code_is_used_once_and_none_before_it_later() {
        let step_of = |step, last| rfc().step_of(&rfc().code(TotpStep(step)), last, at(3000));
        let last = step_of(100, None);
        assert_eq!(last, Some(TotpStep(100)));
        assert_eq!((step_of(100, last), step_of(99, last)), (None, None));
        assert_eq!(step_of(101, last), Some(TotpStep(101)));
    }

    #[test]
    fn a_code_is_six_digits_however_it_is_typed() {
        let now = at(59);
        assert_eq!(rfc().step_of(" 287 082 ", None, now), Some(TotpStep(1)));
        for wrong in ["", "287083", "28708", "2870820", "94287082", "２８７０８２", "287-082"] {
            assert_eq!(rfc().step_of(wrong, None, now), None, "{wrong}");
        }
        let other = TotpSecret::new([7; 20]);
        assert_eq!(other.step_of("287082", None, now), None);
    }

    #[test]
    fn an_app_reads_the_secret_from_its_address() {
        let letters = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(rfc().base32(), letters);
        assert_eq!(
            rfc().uri("aino+työ@ovelle.example"),
            format!(
                "otpauth://totp/Ovelle:aino%2Bty%C3%B6@ovelle.example?secret={letters}&issuer=Ovelle&algorithm=SHA1&digits=6&period=30"
            )
        );
        assert_eq!(format!("{:?}", rfc()), "TotpSecret(…)");
    }

    proptest! {
        #[test]
        fn a_clock_that_is_half_a_minute_off_is_let_in(bytes: [u8; 20], second in 0..4_000_000_000_i64, off in -30..=30_i64) {
            let secret = TotpSecret::new(bytes);
            let code = secret.code(TotpStep::at(at(second + off)));
            let step = secret.step_of(&code, None, at(second));
            prop_assert!(step.is_some());
            prop_assert!(secret.step_of(&code, Some(TotpStep::at(at(second + 60))), at(second)).is_none());
        }
    }
}
