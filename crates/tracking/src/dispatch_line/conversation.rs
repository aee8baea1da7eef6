//! The caller's side of a dispatch line: first who it is, then what it asks.

use std::{
    future::pending,
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
};

use domain::error::Code;
use server::ApiError;
use store::StoreError;

use super::{
    frames::{DispatchErrorFrame, DispatchServerFrame},
    said::Said,
    work::{Work, answer_frame},
};
use crate::{
    close::CloseCode,
    dispatch_key::OpenKey,
    line::{Conversation, Line},
    protocol::BadFrame,
    routes::Tracking,
    session::Forgiveness,
};

/// The caller's side of a dispatch line.
pub(crate) struct DispatchLine {
    line: Arc<dyn Line>,
    tracking: Tracking,
    forgiveness: Forgiveness,
    stage: Stage,
    /// Whether it was sent away: nothing that it says is heard any more.
    has_dismissed: bool,
    work: Work,
}

type Asking = Pin<Box<dyn Future<Output = Result<Option<OpenKey>, StoreError>> + Send>>;

/// How far the caller is known.
enum Stage {
    /// Not at all: it must say its key.
    Stranger,
    /// It has said one.
    Asking(Asking),
    /// Its key stands until it is revoked.
    Known(OpenKey),
}

impl DispatchLine {
    /// A line whose caller is known from the upgrade, or has to say who it is.
    pub(crate) fn new(line: Arc<dyn Line>, tracking: Tracking, known: Option<OpenKey>) -> Self {
        if known.is_some() {
            line.with(&mut |state| state.excuse());
        }
        Self {
            work: Work::new(Arc::clone(&line), tracking.clone()),
            forgiveness: Forgiveness::new(tracking.hub.limits()),
            stage: known.map_or(Stage::Stranger, Stage::Known),
            has_dismissed: false,
            line,
            tracking,
        }
    }

    fn ask(&mut self, key: String) {
        let keys = self.tracking.keys.clone();
        self.line.with(&mut |state| state.set_asking(true));
        self.stage = Stage::Asking(Box::pin(async move { keys.open(&key).await }));
    }

    fn on_asked(&mut self, asked: Result<Option<OpenKey>, StoreError>) {
        self.line.with(&mut |state| state.set_asking(false));
        self.stage = Stage::Stranger;
        match asked {
            Ok(Some(key)) => {
                self.line.with(&mut |state| state.excuse());
                self.stage = Stage::Known(key);
            }
            Ok(None) => self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy),
            // The caller is no stranger for all that we know: it is to come again.
            Err(error) => self.dismiss(&crate::routes::store_error(error), CloseCode::Leaving),
        }
    }

    fn on_bad_frame(&mut self) {
        let error = ApiError::new(Code::FrameInvalid);
        if self.forgiveness.forgives() { self.complain(&error) } else { self.dismiss(&error, CloseCode::Policy) }
    }

    /// Goes on until something is done. May be dropped at any moment and begun again.
    async fn go_on(&mut self) {
        let Self { stage, work, .. } = self;
        tokio::select! {
            happened = stage.next() => match happened {
                Happened::Asked(asked) => self.on_asked(asked),
                Happened::Revoked => {
                    self.stage = Stage::Stranger;
                    self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy);
                }
            },
            () = work.go_on() => {}
        }
    }

    fn complain(&self, error: &ApiError) {
        let frame = answer_frame(&DispatchServerFrame::Error(DispatchErrorFrame::new(None, error)));
        self.line.with(&mut |state| state.tell(&frame));
    }

    fn dismiss(&mut self, error: &ApiError, code: CloseCode) {
        self.complain(error);
        self.line.with(&mut |state| state.close(code));
        self.has_dismissed = true;
    }
}

impl Conversation for DispatchLine {
    const TOGETHER: usize = 16;

    fn largest_message(&self) -> usize {
        self.tracking.hub.limits().dispatch_frame
    }

    fn on_text(&mut self, text: &str) {
        let said = Said::parse(text);
        match (&self.stage, said) {
            (_, Ok(Some(Said::Auth(key)))) => self.ask(key),
            (Stage::Known(key), Ok(Some(Said::Call(id, call)))) => self.work.take(id, &key.key, call),
            (Stage::Known(_), Ok(None)) => {}
            (Stage::Known(_), Err(BadFrame)) => self.on_bad_frame(),
            // Whoever does not say who they are is told nothing else.
            (_, _) => self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy),
        }
    }

    fn on_binary(&mut self) {
        match self.stage {
            Stage::Known(_) => self.on_bad_frame(),
            _ => self.dismiss(&ApiError::new(Code::NoKey), CloseCode::Policy),
        }
    }

    fn is_open(&self) -> bool {
        !matches!(self.stage, Stage::Asking(_)) && !self.has_dismissed && self.work.has_room()
    }

    fn poll_work(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        pin!(self.go_on()).poll(cx)
    }

    fn leave(&mut self) {
        self.work.carry_out_heard();
        self.tracking.hub.leave_boards(&self.line);
    }
}

enum Happened {
    Asked(Result<Option<OpenKey>, StoreError>),
    Revoked,
}

impl Stage {
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
