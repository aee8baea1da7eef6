//! Commits that outlive their callers: what is committed is announced, whoever hangs up meanwhile
//! (docs/decisions/036-what-may-be-dropped.md).

use std::sync::Arc;

use store::StoreError;
use tokio_util::task::TaskTracker;

/// Runs commits and their announcements to their end. Cheap to clone; all clones are one, which a node awaits as it leaves.
#[derive(Debug, Clone, Default)]
pub struct Commits(TaskTracker);

impl Commits {
    /// Commits, then announces what was committed, in a task that goes on when its caller is dropped. `announce` gives back
    /// what it announced; where the commit fails, nothing is announced.
    ///
    /// # Errors
    /// That of the commit; [`StoreError::Unavailable`] where the runtime ends before it does.
    pub async fn run<T, E, A>(
        &self,
        commit: impl Future<Output = Result<T, E>> + Send + 'static,
        announce: impl FnOnce(T) -> A + Send + 'static,
    ) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        A: Future<Output = T> + Send + 'static,
    {
        let work = async move { Ok(announce(commit.await?).await) };
        self.0.spawn(work).await.unwrap_or_else(|error| Err(StoreError::Unavailable(Arc::new(error)).into()))
    }

    /// Begins work that nobody waits for but whoever leaves.
    pub fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.0.spawn(work);
    }

    /// Whether nothing is under way.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether somebody waits for the last of them.
    #[must_use]
    pub fn is_finishing(&self) -> bool {
        self.0.is_closed()
    }

    /// Waits until all that was begun is committed and announced. Whoever leaves lets no more callers in before.
    pub async fn finish(&self) {
        self.0.close();
        self.0.wait().await;
    }
}

#[cfg(test)]
mod tests {
    use std::{
        pin::{Pin, pin},
        sync::Mutex,
        task::{Context, Waker},
    };

    use tokio::sync::oneshot;

    use super::*;

    /// What a commit and its announcement leave behind.
    type Log = Arc<Mutex<Vec<&'static str>>>;

    fn is_pending(work: &mut (impl Future + Unpin)) -> bool {
        Pin::new(work).poll(&mut Context::from_waker(Waker::noop())).is_pending()
    }

    fn note(log: &Log, what: &'static str) {
        log.lock().unwrap().push(what);
    }

    /// A commit that waits to be let go, then its announcement, which waits too.
    async fn work(
        commits: Commits,
        log: Log,
        commit: oneshot::Receiver<Result<u8, StoreError>>,
        announce: oneshot::Receiver<()>,
    ) -> Result<u8, StoreError> {
        let announced = Arc::clone(&log);
        commits
            .run(
                async move {
                    let outcome = commit.await.unwrap();
                    note(&log, "committed");
                    outcome
                },
                move |value| async move {
                    announce.await.unwrap();
                    note(&announced, "announced");
                    value
                },
            )
            .await
    }

    #[tokio::test]
    async fn leaving_waits_for_what_its_caller_has_dropped() {
        let (commits, log) = (Commits::default(), Log::default());
        let ((commit, committing), (announce, announcing)) = (oneshot::channel(), oneshot::channel());
        let mut call = Box::pin(work(commits.clone(), Arc::clone(&log), committing, announcing));
        assert!(is_pending(&mut call));
        drop(call);
        let mut leaving = pin!(commits.finish());
        assert!(is_pending(&mut leaving));
        commit.send(Ok(1)).unwrap();
        while log.lock().unwrap().is_empty() {
            assert!(is_pending(&mut leaving), "left before the commit");
            tokio::task::yield_now().await;
        }
        assert!(is_pending(&mut leaving), "left before the announcement");
        announce.send(()).unwrap();
        leaving.await;
        assert_eq!(*log.lock().unwrap(), ["committed", "announced"]);
    }

    #[tokio::test]
    async fn what_failed_is_not_announced_and_what_was_announced_is_answered() {
        for (outcome, expected) in [(Ok(7), Some(7)), (Err(StoreError::Unavailable(Arc::new(std::fmt::Error))), None)] {
            let (commits, log) = (Commits::default(), Log::default());
            let ((commit, committing), (announce, announcing)) = (oneshot::channel(), oneshot::channel());
            commit.send(outcome).unwrap();
            announce.send(()).unwrap();
            let answer = work(commits, Arc::clone(&log), committing, announcing).await;
            assert_eq!(answer.ok(), expected);
            let is_announced = log.lock().unwrap().contains(&"announced");
            assert_eq!(is_announced, expected.is_some());
        }
    }

    #[test]
    fn the_end_of_the_runtime_is_an_answer() {
        let commits = Commits::default();
        let begin = || tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap();
        let (runtime, other) = (begin(), begin());
        let (_never, waiting) = oneshot::channel();
        let (_neither, announcing) = oneshot::channel();
        let mut call = Box::pin(work(commits, Log::default(), waiting, announcing));
        runtime.block_on(async { assert!(is_pending(&mut call)) });
        drop(runtime);
        let answer = other.block_on(call);
        assert!(matches!(answer, Err(StoreError::Unavailable(_))), "{answer:?}");
    }
}
