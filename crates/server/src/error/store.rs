//! How failures of storage are answered: the one place that turns them into codes.

use domain::{
    error::{Code, chain},
    order::StatusRefusal,
};
use store::{AppendError, BatchError, FeedbackError, StoreError};

use super::ApiError;

impl From<StoreError> for ApiError {
    /// 503 where the database did not answer, and a fault of ours otherwise; logged here, once.
    fn from(error: StoreError) -> Self {
        if error.is_unavailable() {
            tracing::warn!(error = %chain(&error), "the database did not answer");
            Self::unavailable()
        } else {
            Self::internal(&error)
        }
    }
}

impl From<AppendError> for ApiError {
    fn from(error: AppendError) -> Self {
        match error {
            AppendError::NotFound => Self::new(Code::OrderNotFound),
            AppendError::Foreign => Self::new(Code::Forbidden),
            AppendError::Refused(StatusRefusal::Moved { seq, status }) => {
                Self::new(Code::StatusMoved).with("seq", seq.0).with("status", status.number())
            }
            AppendError::Refused(StatusRefusal::Transition { from, to }) => {
                Self::new(Code::StatusTransition).with("from", from.number()).with("to", to.number())
            }
            AppendError::Store(error) => error.into(),
        }
    }
}

impl From<BatchError> for ApiError {
    fn from(error: BatchError) -> Self {
        match error {
            BatchError::NotFound(order) => Self::new(Code::OrderNotFound).with("orderId", order.to_string()),
            BatchError::Foreign(Some(order)) => Self::new(Code::Forbidden).with("orderId", order.to_string()),
            BatchError::Foreign(None) => Self::new(Code::Forbidden),
            BatchError::UnknownBatch => Self::new(Code::BatchNotFound),
            BatchError::ForeignBatch => Self::new(Code::BatchForeign),
            BatchError::Refused { order, from, to } => Self::new(Code::StatusTransition)
                .with("orderId", order.to_string())
                .with("from", from.number())
                .with("to", to.number()),
            BatchError::Store(error) => error.into(),
        }
    }
}

impl From<FeedbackError> for ApiError {
    fn from(error: FeedbackError) -> Self {
        match error {
            FeedbackError::NotFound => Self::new(Code::OrderNotFound),
            FeedbackError::TooEarly => Self::new(Code::FeedbackTooEarly),
            FeedbackError::Closed => Self::new(Code::FeedbackClosed),
            FeedbackError::Store(error) => error.into(),
        }
    }
}
