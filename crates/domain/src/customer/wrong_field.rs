//! Which field of what a customer sent does not fit, and why.

use crate::error::Code;

/// The first field that does not fit (docs/spec/people.md, "Register"): 422 with its code, its name, and the rule that it
/// breaks where the code does not say it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{field} does not fit: {}", code.as_str())]
pub struct WrongField {
    /// Its name on the wire.
    pub field: &'static str,
    pub code: Code,
    /// What [`Code::Invalid`] means of it.
    pub rule: Option<FieldRule>,
}

/// What a field's text must be, as `metadata.rule` says it (docs/spec/ordering.md, "Words").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldRule {
    /// It is needed, and there is nothing.
    Required,
    /// It has more characters than it may.
    Long,
    /// It has another form.
    Invalid,
    /// It has characters that cannot be seen.
    Characters,
}

impl FieldRule {
    /// Its name on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::Long => "long",
            Self::Invalid => "invalid",
            Self::Characters => "characters",
        }
    }
}

impl WrongField {
    /// A field that breaks a rule.
    #[must_use]
    pub fn breaking(field: &'static str, rule: FieldRule) -> Self {
        Self { field, code: Code::Invalid, rule: Some(rule) }
    }

    /// A field that has a code of its own.
    #[must_use]
    pub fn with_code(field: &'static str, code: Code) -> Self {
        Self { field, code, rule: None }
    }

    /// A field that is needed and absent.
    #[must_use]
    pub fn required(field: &'static str) -> Self {
        Self::breaking(field, FieldRule::Required)
    }
}
