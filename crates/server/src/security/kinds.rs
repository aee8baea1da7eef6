//! What a refusal is to those who guard the shop.

use axum::http::StatusCode;
use domain::{SecurityKind, error::Code};

use crate::error::{Refusal, status_of};

/// The kind of event that a refusal is, where it is one. Whatever has to wait reached a limit, and whoever is known and may
/// not was refused by their role.
#[must_use]
pub fn kind_of(refusal: Refusal) -> Option<SecurityKind> {
    refusal.witnessed.or_else(|| match refusal.code {
        Code::WrongPassword | Code::PasswordWrong | Code::InvalidCredentials | Code::StaffCodeInvalid => {
            Some(SecurityKind::SignInFailed)
        }
        Code::PaymentSignature | Code::StorySignature => Some(SecurityKind::Signature),
        Code::GiftCardInvalid => Some(SecurityKind::GiftCard),
        Code::BatchForeign => Some(SecurityKind::RoleRefused),
        // What a page of somebody else's asks in a person's name is not asked by them.
        Code::ForeignPage | Code::LiveOrigin => None,
        code if is_asked_of_everybody(code) => None,
        // Also where it is a conflict: whatever is guessed, in whichever part of the shop.
        code if code.as_str().ends_with("/too-many-attempts") => Some(SecurityKind::Limit),
        code => match status_of(code) {
            StatusCode::FORBIDDEN => Some(SecurityKind::RoleRefused),
            StatusCode::TOO_MANY_REQUESTS => Some(SecurityKind::Limit),
            _ => None,
        },
    })
}

/// Whether a refusal says what is to be done first, whoever calls: it keeps nobody out by who they are.
fn is_asked_of_everybody(code: Code) -> bool {
    use Code::{CaptchaFailed, CaptchaRequired, EmailLocked, SignInAgain, TermsRequired};
    matches!(code, CaptchaFailed | CaptchaRequired | EmailLocked | SignInAgain | TermsRequired)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_of_a_role_and_every_limit_is_an_event() {
        let kind = |code| kind_of(Refusal { code, witnessed: None });
        for code in Code::ALL {
            let expected = match status_of(*code).as_u16() {
                429 => Some(SecurityKind::Limit),
                403 if matches!(code, Code::ForeignPage | Code::LiveOrigin) || is_asked_of_everybody(*code) => None,
                403 => Some(SecurityKind::RoleRefused),
                _ => continue,
            };
            assert_eq!(kind(*code), expected, "{code:?}");
        }
        for code in [Code::WrongPassword, Code::PasswordWrong, Code::InvalidCredentials, Code::StaffCodeInvalid] {
            assert_eq!(kind(code), Some(SecurityKind::SignInFailed), "{code:?}");
        }
        let many = Code::ALL.iter().filter(|code| code.as_str().contains("too-many-attempts"));
        many.for_each(|code| assert_eq!(kind(*code), Some(SecurityKind::Limit), "{code:?}"));
        assert_eq!(kind(Code::OrderNotFound), None);
        let hidden = Refusal { code: Code::OrderNotFound, witnessed: Some(SecurityKind::RoleRefused) };
        assert_eq!(kind_of(hidden), Some(SecurityKind::RoleRefused));
    }
}
