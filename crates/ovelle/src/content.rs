//! The chain's data: a folder that SIGHUP reads anew, or the demo chain that is built in.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use ::content::{DrawFacts, Hosts, Stories, StoriesAway};
use chain::{Chain, CurrentChain, Fault, Faults, TermsText};
use clap::Subcommand;
use deps::SharedClock;
use domain::ids::Rev;
use jiff::Timestamp;
use providers::{AddressBook, CurrentBook};
use store::{Store, StoreError, TermsInForce};

use crate::config::FRAME_HOSTS;

/// The file of a chain's own addresses.
const ADDRESSES: &str = "addresses.csv";

/// What to do with a content folder.
#[derive(Debug, Subcommand)]
pub enum ContentAction {
    /// Say every fault of a folder, one a line; ends with 1 where there is any.
    Check {
        /// The folder.
        folder: PathBuf,
        /// Hosts whose frames stories may show, comma separated.
        #[arg(long, env = "OVELLE_CMS_FRAME_HOSTS", default_value = FRAME_HOSTS, value_delimiter = ',')]
        frame_hosts: Vec<String>,
        /// Hosts whose scripts stories may load, comma separated.
        #[arg(long, env = "OVELLE_CMS_SCRIPT_HOSTS", default_value = "", value_delimiter = ',')]
        script_hosts: Vec<String>,
        /// Hosts whose pictures and films stories may show, comma separated.
        #[arg(long, env = "OVELLE_CMS_PICTURE_HOSTS", default_value = "", value_delimiter = ',')]
        picture_hosts: Vec<String>,
    },
}

/// What is wrong with a folder: its chain's faults, then those of its stories. What is left out of stories is none.
#[derive(Debug, thiserror::Error)]
#[error("{} faults", .0.len())]
pub struct Unsound(pub Vec<String>);

/// Does it, and says what is to be printed.
///
/// # Errors
/// All that is wrong with the folder, each as a line.
pub fn run(action: &ContentAction) -> Result<String, Unsound> {
    let ContentAction::Check { folder, frame_hosts, script_hosts, picture_hosts } = action;
    let read = read(Some(folder));
    let hosts = Hosts {
        scripts: script_hosts.clone(),
        frames: frame_hosts.clone(),
        pictures: picture_hosts.clone(),
        own: None,
    };
    let ::content::StoryCheck { count, faults, left_out } = ::content::check(folder, &hosts);
    left_out.iter().for_each(|left_out| tracing::warn!("{left_out}"));
    let of_stories = faults.iter().map(ToString::to_string);
    match read {
        Ok(read) if faults.is_empty() => {
            let (shops, products) = (read.chain.shops().len(), read.chain.menu().products().len());
            let version = read.chain.content_version();
            Ok(format!("sound: {shops} restaurants, {products} products, {count} stories, version {version}"))
        }
        Ok(_) => Err(Unsound(of_stories.collect())),
        Err(Faults(faults)) => Err(Unsound(faults.iter().map(ToString::to_string).chain(of_stories).collect())),
    }
}

/// What the files of a folder say.
#[derive(Debug)]
pub struct ContentFiles {
    pub chain: Chain,
    /// The folder's own addresses, or those that are built in.
    pub addresses: AddressBook,
}

/// What a folder says, or what is built in.
///
/// # Errors
/// [`Faults`]: all that is wrong with any of the folder's files.
pub fn read(folder: Option<&Path>) -> Result<ContentFiles, Faults> {
    let Some(folder) = folder else {
        return Ok(ContentFiles { chain: Chain::built_in(), addresses: AddressBook::built_in() });
    };
    match (Chain::read(folder), addresses(folder)) {
        (Ok(chain), Ok(addresses)) => Ok(ContentFiles { chain, addresses }),
        (chain, addresses) => {
            let faults = chain.err().map(|faults| faults.0).into_iter().chain(addresses.err());
            Err(Faults(faults.flatten().collect()))
        }
    }
}

/// The addresses of a folder; without a file of them those that are built in.
fn addresses(folder: &Path) -> Result<AddressBook, Vec<Fault>> {
    let bytes = match fs::read(folder.join(ADDRESSES)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(AddressBook::built_in()),
        Err(error) => {
            let problem = format!("cannot be read: {error}");
            return Err(vec![Fault { file: ADDRESSES, line: 1, path: String::new(), problem }]);
        }
    };
    AddressBook::parse(&[&bytes]).map_err(|faults| {
        let fault = |fault: providers::AddressFault| {
            let providers::AddressFault { line, path, problem } = fault;
            Fault { file: ADDRESSES, line, path, problem }
        };
        faults.into_iter().map(fault).collect()
    })
}

/// Why the chain was not read anew.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    /// The files have faults.
    #[error("the content cannot be used")]
    Faults(#[from] Faults),
    /// The restaurants cannot be kept.
    #[error("the restaurants cannot be kept")]
    Store(#[from] StoreError),
}

/// The chain in force on this node, and where it comes from.
#[derive(Clone)]
pub struct LoadedContent {
    /// None: the built-in chain.
    folder: Option<PathBuf>,
    /// The chain as its files say it, without what stories say of it.
    files: Arc<RwLock<Arc<Chain>>>,
    current: CurrentChain,
    addresses: CurrentBook,
    stories: Stories,
    store: Store,
    wall_clock: SharedClock,
    /// From which age on members may spin, in whole years.
    wheel_age: u8,
}

/// How often stories are looked at: a change is seen within 10 s (people §7).
const STORIES: Duration = Duration::from_secs(5);
/// How often it is looked how many prizes of the wheel are left.
const PRIZES: Duration = Duration::from_secs(60);

impl LoadedContent {
    /// Puts what was read in force, and its restaurants into the database.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub(crate) async fn start(
        folder: Option<PathBuf>,
        read: ContentFiles,
        stories: Stories,
        store: Store,
        wall_clock: SharedClock,
        wheel_age: u8,
    ) -> Result<Self, StoreError> {
        let ContentFiles { chain, addresses } = read;
        let files = settled(chain, &store).await?;
        let chain = told(&files, &stories).await.unwrap_or_else(|_away| files.clone());
        let since = store.content_in_force(chain.content_version(), wall_clock.now()).await?;
        store.terms().add(terms_of(&chain, wall_clock.now())).await?;
        let current = CurrentChain::new(chain, since);
        let files = Arc::new(RwLock::new(Arc::new(files)));
        let addresses = addresses.into();
        let content = Self { folder, files, current, addresses, stories, store, wall_clock, wheel_age };
        content.tell_draw_rules().await?;
        Ok(content)
    }

    /// The stories in force.
    #[must_use]
    pub fn stories(&self) -> &Stories {
        &self.stories
    }

    /// The chain in force now.
    #[must_use]
    pub fn chain(&self) -> Arc<Chain> {
        self.current.get()
    }

    /// The chain in force, as it follows later ones.
    #[must_use]
    pub fn current(&self) -> &CurrentChain {
        &self.current
    }

    /// The addresses in force, as they follow later ones.
    #[must_use]
    pub fn addresses(&self) -> &CurrentBook {
        &self.addresses
    }

    /// Reads the files anew and puts what they say in force, if they are sound; else all stays as it was.
    ///
    /// # Errors
    /// [`ReloadError`].
    pub async fn reload(&self) -> Result<(), ReloadError> {
        let folder = self.folder.clone();
        let reading = tokio::task::spawn_blocking(move || read(folder.as_deref()));
        let read = reading.await.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()))?;
        let files = Arc::new(settled(read.chain, &self.store).await?);
        *self.files.write().unwrap_or_else(PoisonError::into_inner) = Arc::clone(&files);
        self.put_in_force(told(&files, &self.stories).await.unwrap_or_else(|_away| (*files).clone())).await?;
        self.addresses.set(read.addresses);
        Ok(())
    }

    /// Reads stories that have changed, and lets the menu say what its story says now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn refresh_stories(&self) -> Result<(), StoreError> {
        let stories = self.stories.clone();
        let reading = tokio::task::spawn_blocking(move || stories.refresh());
        reading.await.unwrap_or_else(|panicked| std::panic::resume_unwind(panicked.into_panic()));
        let files = Arc::clone(&self.files.read().unwrap_or_else(PoisonError::into_inner));
        let Ok(chain) = told(&files, &self.stories).await else { return Ok(()) };
        if chain.content_version() == self.current.get().content_version() {
            return Ok(());
        }
        self.put_in_force(chain).await.map(drop)
    }

    async fn put_in_force(&self, chain: Chain) -> Result<Rev, StoreError> {
        let since = self.store.content_in_force(chain.content_version(), self.wall_clock.now()).await?;
        self.store.terms().add(terms_of(&chain, self.wall_clock.now())).await?;
        self.current.set(chain, since);
        self.tell_draw_rules().await?;
        Ok(since)
    }

    /// Tells the rules of the prize wheel with what is left of the month's prizes.
    async fn tell_draw_rules(&self) -> Result<(), StoreError> {
        let (chain, now) = (self.chain(), self.wall_clock.now());
        let given = self.store.loyalty().prizes_given(now).await?;
        let (wheel, benefits, wheel_age) = (chain.wheel(), chain.benefits(), self.wheel_age);
        self.stories.set_draw_rules(DrawFacts { wheel, benefits, wheel_age, given: &given, now });
        Ok(())
    }

    /// Reads the files anew whenever somebody asks for it, and stories when they change; says in the log what came of it.
    pub(crate) async fn follow(self, mut hangups: Hangups) {
        let mut looks = tokio::time::interval(STORIES);
        looks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut counts = tokio::time::interval_at(tokio::time::Instant::now() + PRIZES, PRIZES);
        counts.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = hangups.next() => {}
                _ = counts.tick() => {
                    if let Err(error) = self.tell_draw_rules().await {
                        tracing::warn!(error = %domain::error::chain(&error), "what is left of the wheel's prizes is not known");
                    }
                    continue;
                }
                _ = looks.tick() => {
                    if let Err(error) = self.refresh_stories().await {
                        tracing::error!(error = %domain::error::chain(&error), "the menu's story is not in force yet");
                    }
                    continue;
                }
            }
            match self.reload().await {
                Ok(()) => tracing::info!(version = self.chain().content_version(), "the content was read anew"),
                Err(error) => {
                    if let ReloadError::Faults(faults) = &error {
                        faults.0.iter().for_each(|fault| tracing::error!("{fault}"));
                    }
                    tracing::error!(error = %domain::error::chain(&error), "the content in force stays");
                }
            }
        }
    }
}

/// A chain as its files and its stories say it.
///
/// # Errors
/// Where nobody can say what the story says.
async fn told(files: &Chain, stories: &Stories) -> Result<Chain, StoriesAway> {
    Ok(files.clone().with_highlights(stories.highlights(files).await?))
}

/// The versions of the texts that customers agree to, for the database, which knows since when each holds.
fn terms_of(chain: &Chain, since: Timestamp) -> Vec<TermsInForce> {
    let terms = &chain.settings().terms;
    let in_force = |text: &str, of: &TermsText| TermsInForce {
        text: text.to_owned(),
        version: of.version.clone(),
        must_accept: of.must_accept,
        since,
    };
    vec![in_force("shop", &terms.shop), in_force("loyalty", &terms.loyalty)]
}

/// Keeps a chain's restaurants in the database, and lets the chain know those of before, which it keeps too.
async fn settled(chain: Chain, store: &Store) -> Result<Chain, StoreError> {
    store.restaurants().replace(&chain.restaurants()).await?;
    Ok(chain.with_former(store.restaurants().all().await?))
}

/// The process' SIGHUP, which asks for the files to be read anew.
pub(crate) struct Hangups {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    /// Hears them from now on: before, one ends the process.
    pub(crate) fn listen() -> Self {
        Self {
            #[cfg(unix)]
            signal: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::hangup())
                .inspect_err(|error| tracing::error!(%error, "SIGHUP cannot be heard"))
                .ok(),
        }
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
