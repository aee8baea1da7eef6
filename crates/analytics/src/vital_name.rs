//! The names of the measures.

use serde::Deserialize;
use utoipa::ToSchema;

/// What is measured (web.dev, "Web Vitals").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum VitalName {
    Lcp,
    Inp,
    Cls,
    Fcp,
    Ttfb,
}

impl VitalName {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Lcp => "LCP",
            Self::Inp => "INP",
            Self::Cls => "CLS",
            Self::Fcp => "FCP",
            Self::Ttfb => "TTFB",
        }
    }
}
