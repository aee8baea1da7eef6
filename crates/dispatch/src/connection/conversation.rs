//! The caller's side of a dispatch connection: first who it is, then what it asks.

use std::{
    future::pending,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
};

use domain::error::Code;
use live::{BadFrameBudget, CloseCode, Connection, Conversation};
use protocol::frames::BadFrame;
use server::{ApiError, security::Witness};
use store::StoreError;

use super::{
    calls::Calls,
    frames::{DispatchErrorFrame, DispatchServerFrame, answer_frame},
    request::Request,
};
use crate::{Dispatch, keys::OpenKey};

/// The caller's side of a dispatch connection.
pub(crate) struct DispatchConnection {
    connection: Arc<dyn Connection>,
    dispatch: Dispatch,
    witness: Witness,
    bad_frames: BadFrameBudget,
    stage: CallerStage,
    /// Whether it was sent away: nothing that it says is taken any more.
    has_dismissed: bool,
    calls: Calls,
}

type KeyFuture = Pin<Box<dyn Future<Output = Result<Option<OpenKey>, StoreError>> + Send>>;

/// How far the caller is known.
enum CallerStage {
    /// Not at all: it must say its key.
    Stranger,
    /// It has said one.
    Asking(KeyFuture),
    /// Its key stands until it is revoked.
    Known(OpenKey),
}

impl DispatchConnection {
    /// A connection whose caller is known from the upgrade, or has to say who it is.
    pub(crate) fn new(
        connection: Arc<dyn Connection>,
        dispatch: Dispatch,
        known: Option<OpenKey>,
        witness: Witness,
    ) -> Self {
        if known.is_some() {
            connection.with(&mut |state| state.waive_first_subscription());
        }
        Self {
            calls: Calls::new(Arc::clone(&connection), dispatch.clone(), witness.clone()),
            bad_frames: BadFrameBudget::new(dispatch.connections.limits()),
            stage: known.map_or(CallerStage::Stranger, CallerStage::Known),
            has_dismissed: false,
            connection,
            dispatch,
            witness,
        }
    }

    fn ask(&mut self, key: String) {
        let keys = self.dispatch.keys.clone();
        self.connection.with(&mut |state| state.set_asking(true));
        self.stage = CallerStage::Asking(Box::pin(async move { keys.open(&key).await }));
    }

    fn on_asked(&mut self, asked: Result<Option<OpenKey>, StoreError>) {
        self.connection.with(&mut |state| state.set_asking(false));
        self.stage = CallerStage::Stranger;
        match asked {
            Ok(Some(key)) => {
                self.witness.knows(key.key.reporter.actor.clone());
                self.connection.with(&mut |state| state.waive_first_subscription());
                self.stage = CallerStage::Known(key);
            }
            Ok(None) => {
                self.witness.meets_a_stranger();
                self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy);
            }
            // The caller is no stranger for all that we know: it is to come again.
            Err(error) => self.dismiss(&error.into(), CloseCode::Leaving),
        }
    }

    fn on_bad_frame(&mut self) {
        let error = ApiError::new(Code::FrameInvalid);
        if self.bad_frames.spend() { self.complain(&error) } else { self.dismiss(&error, CloseCode::Policy) }
    }

    /// Goes on until something is done. May be dropped at any moment and begun again.
    async fn go_on(&mut self) {
        let Self { stage, calls, .. } = self;
        tokio::select! {
            happened = stage.next() => match happened {
                Happened::Asked(asked) => self.on_asked(asked),
                Happened::Revoked => {
                    self.stage = CallerStage::Stranger;
                    self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy);
                }
            },
            () = calls.go_on() => {}
        }
    }

    fn complain(&self, error: &ApiError) {
        let frame = answer_frame(&DispatchServerFrame::Error(DispatchErrorFrame::new(None, error)));
        self.connection.with(&mut |state| state.send(&frame));
    }

    fn dismiss(&mut self, error: &ApiError, code: CloseCode) {
        self.complain(error);
        self.connection.with(&mut |state| state.close(code));
        self.has_dismissed = true;
    }
}

impl Conversation for DispatchConnection {
    const TOGETHER: usize = 16;

    fn largest_message(&self) -> usize {
        self.dispatch.limits.frame
    }

    fn on_text(&mut self, text: &str) {
        let said = Request::parse(text);
        match (&self.stage, said) {
            (_, Ok(Some(Request::Auth(key)))) => self.ask(key),
            (CallerStage::Known(key), Ok(Some(Request::Call(id, call)))) => self.calls.take(id, &key.key, call),
            (CallerStage::Known(_), Ok(None)) => {}
            (CallerStage::Known(_), Err(BadFrame)) => self.on_bad_frame(),
            // Whoever does not say who they are is told nothing else.
            (_, _) => self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy),
        }
    }

    fn on_binary(&mut self) {
        match self.stage {
            CallerStage::Known(_) => self.on_bad_frame(),
            _ => self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy),
        }
    }

    fn is_open(&self) -> bool {
        !matches!(self.stage, CallerStage::Asking(_)) && !self.has_dismissed && self.calls.has_room()
    }

    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        pin!(self.go_on()).poll(cx)
    }

    fn leave(&mut self) {
        self.calls.carry_out_received();
        self.dispatch.kitchens.leave(&self.connection);
    }
}

enum Happened {
    Asked(Result<Option<OpenKey>, StoreError>),
    Revoked,
}

impl CallerStage {
    async fn next(&mut self) -> Happened {
        match self {
            Self::Stranger => pending().await,
            Self::Asking(asking) => Happened::Asked(asking.await),
            Self::Known(key) => {
                key.revoked.as_mut().await;
                Happened::Revoked
            }
        }
    }
}
