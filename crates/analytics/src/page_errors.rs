//! What went wrong in a page.

use serde::Deserialize;
use serde_json::{Map, Value};
use server::ApiError;
use utoipa::ToSchema;

use crate::{codes::is_code, figures::PageFigures, masked::masked};

/// The most events of a call.
const MOST: usize = 20;
/// What is behind is cut off, in characters.
const LONGEST_MESSAGE: usize = 500;
const LONGEST_PATH: usize = 200;
const LONGEST_CONTEXT: usize = 1000;
const LONGEST_WORD: usize = 40;
/// What more there is of an event's context is left out.
const MOST_CONTEXT: usize = 10;

/// What went wrong in a page, several at once.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PageErrors {
    /// 1 to 20.
    events: Vec<PageError>,
}

/// One thing that went wrong.
#[derive(Debug, Deserialize, ToSchema)]
struct PageError {
    /// `FRONTEND_` and 2 to 60 of `A-Z`, `0-9`, `_`.
    #[schema(pattern = "^FRONTEND_[A-Z0-9_]{2,60}$")]
    code: String,
    /// Cut to 500 characters.
    message: Option<String>,
    /// Cut to 200 characters.
    path: Option<String>,
    /// Of the pages.
    version: Option<String>,
    /// When it happened, as the page's clock has it.
    at: Option<String>,
    /// Flat texts, ten at most; cut to 1000 characters together.
    #[schema(value_type = Option<Object>)]
    context: Option<Map<String, Value>>,
}

impl PageErrors {
    /// Writes them into the log without what could name a person, and counts them.
    ///
    /// # Errors
    /// 422 where there are none or too many, or a code has not a code's form; then none is written.
    pub(crate) fn log(&self, figures: &PageFigures) -> Result<(), ApiError> {
        if self.events.is_empty() || self.events.len() > MOST {
            return Err(ApiError::invalid("events"));
        }
        if let Some(wrong) = self.events.iter().position(|event| !is_code(&event.code)) {
            return Err(ApiError::invalid(format!("events[{wrong}].code")));
        }
        for event in &self.events {
            event.log();
            figures.count_error(&event.code);
        }
        Ok(())
    }
}

impl PageError {
    fn log(&self) {
        let text = |text: &Option<String>, longest| masked(text.as_deref().unwrap_or_default(), longest);
        tracing::warn!(
            code = %self.code,
            message_of_page = %text(&self.message, LONGEST_MESSAGE),
            path = %text(&self.path, LONGEST_PATH),
            version = %text(&self.version, LONGEST_WORD),
            at = %self.at.as_deref().and_then(|at| at.parse::<jiff::Timestamp>().ok()).map(|at| at.to_string()).unwrap_or_default(),
            context = %self.context_text(),
            "a page reports an error"
        );
    }

    /// The context as `name=text, …`; what is not flat is left out.
    fn context_text(&self) -> String {
        let flat = self.context.iter().flatten().filter_map(|(name, value)| Some((name, value.as_str()?)));
        let pairs: Vec<_> = flat.take(MOST_CONTEXT).map(|(name, text)| format!("{name}={text}")).collect();
        masked(&pairs.join(", "), LONGEST_CONTEXT)
    }
}
