//! A payment provider behind a line that can be cut: the embedded one, which then hears calls and answers none. It can be
//! let say of what it took that it was less.

use std::{
    collections::HashSet,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use async_trait::async_trait;
use domain::{money::Cents, payment::SessionId};
use ovelle::MakeProvider;
use providers::payment::{PaymentProvider, PaymentProviderError, PaymentSession, ProviderAnswer, TestProvider};

/// The line to a provider. Cheap to clone; all clones are one.
#[derive(Debug, Clone, Default)]
pub struct ProviderLine(Arc<ProviderLineInner>);

#[derive(Debug, Default)]
struct ProviderLineInner {
    cut: Mutex<Cut>,
    is_short: AtomicBool,
    unanswered: AtomicUsize,
    /// How many calls wait for an answer now, and did at most.
    waiting: Mutex<(usize, usize)>,
}

/// What is not answered.
#[derive(Debug, Default)]
enum Cut {
    #[default]
    Nothing,
    AllBut(SessionId),
    These(HashSet<SessionId>),
}

struct Provider {
    inner: TestProvider,
    line: ProviderLine,
}

impl ProviderLine {
    /// The provider at its end.
    #[must_use]
    pub fn provider(&self) -> MakeProvider {
        let line = self.clone();
        Arc::new(move |inner| Arc::new(Provider { inner, line: line.clone() }))
    }

    /// From now on nothing is answered but what is about this session.
    ///
    /// # Panics
    /// Never.
    pub fn cut_but_for(&self, session: SessionId) {
        self.cut(Cut::AllBut(session));
    }

    /// From now on nothing is answered that is about these sessions.
    ///
    /// # Panics
    /// Never.
    pub fn cut_for(&self, sessions: impl IntoIterator<Item = SessionId>) {
        self.cut(Cut::These(sessions.into_iter().collect()));
    }

    fn cut(&self, cut: Cut) {
        *self.0.cut.lock().unwrap_or_else(PoisonError::into_inner) = cut;
    }

    /// From now on it says of each try that it is about a cent less.
    pub fn fall_short(&self) {
        self.0.is_short.store(true, Ordering::SeqCst);
    }

    fn told(&self, answer: ProviderAnswer) -> ProviderAnswer {
        let missing = i64::from(self.0.is_short.load(Ordering::SeqCst));
        ProviderAnswer { amount: Cents(answer.amount.0 - missing), ..answer }
    }

    /// Calls that got no answer.
    #[must_use]
    pub fn unanswered(&self) -> usize {
        self.0.unanswered.load(Ordering::SeqCst)
    }

    /// How many calls waited beside each other at most.
    #[must_use]
    pub fn most_at_once(&self) -> usize {
        self.0.waiting.lock().unwrap_or_else(PoisonError::into_inner).1
    }

    async fn pass(&self, session: SessionId) {
        let is_answered = match &*self.0.cut.lock().unwrap_or_else(PoisonError::into_inner) {
            Cut::Nothing => true,
            Cut::AllBut(one) => *one == session,
            Cut::These(all) => !all.contains(&session),
        };
        if !is_answered {
            self.0.unanswered.fetch_add(1, Ordering::SeqCst);
            let _waiting = WaitingCall::begin(&self.0.waiting);
            std::future::pending::<()>().await;
        }
    }
}

/// A call that waits, until its caller gives up.
struct WaitingCall<'a>(&'a Mutex<(usize, usize)>);

impl<'a> WaitingCall<'a> {
    fn begin(waiting: &'a Mutex<(usize, usize)>) -> Self {
        let mut counted = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        counted.0 += 1;
        counted.1 = counted.1.max(counted.0);
        drop(counted);
        Self(waiting)
    }
}

impl Drop for WaitingCall<'_> {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0 -= 1;
    }
}

#[async_trait]
impl PaymentProvider for Provider {
    fn name(&self) -> &'static str {
        self.inner.name()
    }

    async fn open(&self, session: &PaymentSession) -> Result<String, PaymentProviderError> {
        self.line.pass(session.token.id()).await;
        self.inner.open(session).await
    }

    async fn charge(&self, session: &PaymentSession, token: &str) -> Result<ProviderAnswer, PaymentProviderError> {
        self.line.pass(session.token.id()).await;
        self.inner.charge(session, token).await.map(|answer| self.line.told(answer))
    }

    async fn look_up(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        self.line.pass(session).await;
        Ok(self.inner.look_up(session).await?.map(|answer| self.line.told(answer)))
    }

    async fn close(&self, session: SessionId) -> Result<Option<ProviderAnswer>, PaymentProviderError> {
        self.line.pass(session).await;
        Ok(self.inner.close(session).await?.map(|answer| self.line.told(answer)))
    }

    async fn refund(&self, session: SessionId, number: i64, amount: Cents) -> Result<(), PaymentProviderError> {
        self.line.pass(session).await;
        self.inner.refund(session, number, amount).await
    }
}
