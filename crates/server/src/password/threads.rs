//! The threads on which passwords are hashed. They are none of the runtime's, and yield the processor to all of those: whoever
//! floods the sign-in slows other sign-ins, and nothing else.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
};

/// By how much they yield to other threads where both want the processor, as `nice` counts it.
const YIELDS: i32 = 5;

type Work = Box<dyn FnOnce() + Send>;

/// Threads that hash, until the last of those who hand them work is gone.
#[derive(Debug)]
pub(super) struct HashingThreads(mpsc::SyncSender<Work>);

impl HashingThreads {
    /// So many, for as many pieces of work at a time.
    pub(super) fn start(count: usize) -> Self {
        let (sender, work) = mpsc::sync_channel::<Work>(count);
        let work = Arc::new(Mutex::new(work));
        for _ in 0..count {
            let work = Arc::clone(&work);
            let started = thread::Builder::new().name("password".to_owned()).spawn(move || hash_on(&work));
            if let Err(error) = started {
                tracing::error!(%error, "a thread that hashes passwords could not be started");
            }
        }
        Self(sender)
    }

    /// Hands work to the first thread that is free. Nobody waits for it here: what it comes to, it tells itself.
    pub(super) fn run(&self, work: impl FnOnce() + Send + 'static) {
        // Where no thread is left the work is dropped, which whoever waits for its word sees.
        let _dropped = self.0.send(Box::new(work));
    }
}

fn hash_on(work: &Mutex<mpsc::Receiver<Work>>) {
    yield_to_others();
    loop {
        let next = work.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(next) = next else { return };
        if catch_unwind(AssertUnwindSafe(next)).is_err() {
            tracing::error!("hashing a password broke off");
        }
    }
}

/// On Linux this is of a thread; elsewhere it would be of the whole process.
#[cfg(target_os = "linux")]
fn yield_to_others() {
    if let Err(error) = rustix::process::nice(YIELDS) {
        tracing::warn!(%error, "passwords are hashed at the priority of everything else");
    }
}

#[cfg(not(target_os = "linux"))]
fn yield_to_others() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_breaks_off_leaves_its_thread() {
        let threads = HashingThreads::start(1);
        let (told, word) = mpsc::sync_channel(2);
        threads.run(|| panic!("a fault of this test"));
        threads.run(move || told.send(7).unwrap());
        assert_eq!(word.recv(), Ok(7));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn they_yield_to_whoever_starts_them() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let threads = HashingThreads::start(2);
        let (told, word) = mpsc::sync_channel(2);
        for _ in 0..2 {
            let told = told.clone();
            threads.run(move || told.send((nice(), thread::current().name().map(str::to_owned))).unwrap());
        }
        let own = nice();
        for (of_thread, name) in word.iter().take(2) {
            assert_eq!((of_thread, name.as_deref()), ((own + YIELDS).min(19), Some("password")));
        }
    }
}
