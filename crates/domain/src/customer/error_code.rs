//! The numbers that errors of the calls under `/api/users` have besides their codes (AC-22).

use crate::error::Code;

/// The `metadata.errorCode` of a message code (docs/spec/people.md, "Errors").
#[must_use]
pub fn users_error_code(code: Code) -> Option<u32> {
    match code {
        Code::Internal => Some(1_000_000),
        Code::EmailTaken => Some(1_000_001),
        Code::ProviderUnsupported => Some(1_000_002),
        Code::ProviderUnknown => Some(1_000_004),
        Code::ResetExpired => Some(1_000_005),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_stands_for_one_code() {
        let numbered: Vec<_> =
            Code::ALL.iter().filter_map(|code| Some((users_error_code(*code)?, code.as_str()))).collect();
        let expected = [
            (1_000_001, "users/email-taken"),
            (1_000_002, "users/provider-unsupported"),
            (1_000_004, "users/provider-unknown"),
            (1_000_005, "users/reset-expired"),
            (1_000_000, "service/error"),
        ];
        assert_eq!(numbered, expected);
    }
}
