//! How late the machine itself is: a load that shares two cores with a compiler arrives when it may, and a commit waits
//! for a disk that others use, too.

use std::{
    fs::File,
    io::{Seek, Write},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
        mpsc::{RecvTimeoutError, SyncSender, sync_channel},
    },
    time::Duration,
};

use tokio::{task::JoinHandle, time::Instant};

/// How often the pulse is felt.
const EVERY: Duration = Duration::from_millis(20);

/// Measures by how much a short sleep was too long; ends when dropped.
#[derive(Debug)]
pub struct Pulse {
    longest: Arc<AtomicU64>,
    task: JoinHandle<()>,
}

impl Pulse {
    pub(super) fn start() -> Self {
        let longest = Arc::new(AtomicU64::new(0));
        let noted = Arc::clone(&longest);
        let task = tokio::spawn(async move {
            loop {
                let asleep = Instant::now();
                tokio::time::sleep(EVERY).await;
                let late = asleep.elapsed().saturating_sub(EVERY);
                noted.fetch_max(u64::try_from(late.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
            }
        });
        Self { longest, task }
    }

    /// The longest that anything had to wait for the machine since the beginning.
    #[must_use]
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest.load(Ordering::Relaxed))
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How often the disk is asked.
const DISK_EVERY: Duration = Duration::from_millis(100);

/// Measures how long the disk of temporary files takes to keep a few bytes; ends when dropped.
#[derive(Debug)]
pub struct DiskPulse {
    looks: Arc<Mutex<Looks>>,
    /// Tells the thread to end by going.
    _ends: SyncSender<()>,
}

#[derive(Debug, Default)]
struct Looks {
    longest: Duration,
    /// Since when the disk has not answered.
    asked: Option<std::time::Instant>,
}

impl DiskPulse {
    pub(super) fn start() -> Self {
        let file = tempfile::tempfile().expect("a temporary file");
        Self::over(move || keep(&file))
    }

    fn over(mut keep: impl FnMut() + Send + 'static) -> Self {
        let looks: Arc<Mutex<Looks>> = Arc::default();
        let (ends, ended) = sync_channel(1);
        let noted = Arc::clone(&looks);
        // A thread, since it waits for the disk.
        std::thread::spawn(move || {
            let look = || noted.lock().unwrap_or_else(PoisonError::into_inner);
            while ended.recv_timeout(DISK_EVERY) == Err(RecvTimeoutError::Timeout) {
                look().asked = Some(std::time::Instant::now());
                keep();
                let mut look = look();
                look.longest = look.so_far();
                look.asked = None;
            }
        });
        Self { looks, _ends: ends }
    }

    /// The longest that the disk took since the beginning, where it does not answer now up to now.
    #[must_use]
    pub fn longest(&self) -> Duration {
        self.looks.lock().unwrap_or_else(PoisonError::into_inner).so_far()
    }
}

impl Looks {
    fn so_far(&self) -> Duration {
        self.asked.map_or(self.longest, |asked| self.longest.max(asked.elapsed()))
    }
}

/// Writes the same bytes again, and waits until they are kept. A disk that is full answers, too.
fn keep(mut file: &File) {
    let _room = file.rewind().and_then(|()| file.write_all(&[7; 512]));
    let _kept = file.sync_all();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_stalls_is_noticed_while_it_does_and_afterwards() {
        let (stall, stalled) = sync_channel::<()>(1);
        let mut stalls = Some(stalled);
        let pulse = DiskPulse::over(move || {
            if let Some(stalled) = stalls.take() {
                let _goes_on = stalled.recv();
            }
        });
        let until = |long| while pulse.longest() < long {};
        until(Duration::from_millis(30));
        drop(stall);
        assert!(pulse.longest() >= Duration::from_millis(30));
    }

    #[test]
    fn a_disk_that_answers_gives_little() {
        let pulse = DiskPulse::over(|| {});
        assert!(pulse.longest() < Duration::from_secs(1));
    }
}
