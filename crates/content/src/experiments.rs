//! What is tried with a part of the people: as a file of the chain says it, or a document that somebody else keeps
//! (docs/spec/people.md, "Experiments").

use std::{
    collections::BTreeMap,
    sync::{Arc, PoisonError, RwLock},
    time::Duration,
};

use chain::{CurrentChain, Experiment, Experiments};
use providers::{ProviderError, RemoteConfig};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How often the document is asked for.
const EVERY: Duration = Duration::from_secs(12 * 60 * 60);
/// So often it is asked for once more where it does not come.
const RETRIES: usize = 3;
/// What lies between two tries.
const BETWEEN: Duration = Duration::from_secs(1);

/// Where experiments come from. A clone is the same.
#[derive(Debug, Clone)]
pub enum ExperimentSource {
    /// A file of the chain in force.
    Chain(CurrentChain),
    /// A document elsewhere.
    Remote(RemoteExperiments),
}

impl ExperimentSource {
    /// What is tried now.
    #[must_use]
    pub fn now(&self) -> Experiments {
        match self {
            Self::Chain(chain) => chain.get().experiments().clone(),
            Self::Remote(remote) => remote.known.read().unwrap_or_else(PoisonError::into_inner).clone(),
        }
    }
}

/// Experiments of a document elsewhere, as it was read last; none before it was.
#[derive(Debug, Clone)]
pub struct RemoteExperiments {
    document: RemoteConfig,
    known: Arc<RwLock<Experiments>>,
}

impl RemoteExperiments {
    /// Of this document, which nobody has read yet.
    #[must_use]
    pub fn new(document: RemoteConfig) -> Self {
        Self { document, known: Arc::default() }
    }

    /// Reads the document now, and every twelve hours from then on.
    pub async fn follow(self) {
        loop {
            self.read().await;
            tokio::time::sleep(EVERY).await;
        }
    }

    /// Reads the document. Where it does not come or is none, what is known stays.
    pub async fn read(&self) {
        let read = || async { self.document.read::<ExperimentsForm>().await.and_then(ExperimentsForm::checked) };
        if let Ok(said) = with_retries(read).await {
            *self.known.write().unwrap_or_else(PoisonError::into_inner) = said;
        }
    }
}

/// What a try brings, or one of the retries.
async fn with_retries<T, E, Asking>(ask: impl Fn() -> Asking) -> Result<T, E>
where
    Asking: Future<Output = Result<T, E>>,
{
    for _ in 0..RETRIES {
        if let Ok(answer) = ask().await {
            return Ok(answer);
        }
        tokio::time::sleep(BETWEEN).await;
    }
    ask().await
}

/// Experiments as they go over the wire: the answer, and the document elsewhere.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Experiments)]
pub(crate) struct ExperimentsForm {
    /// For how long pages keep them, in seconds.
    #[serde(default = "usual_seconds")]
    #[schema(example = 43200, minimum = 1, required)]
    min_fetch_seconds: u32,
    /// By key; what is absent is in the control group.
    experiments: BTreeMap<String, ExperimentWeights>,
}

/// How many of a hundred see each variant.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct ExperimentWeights {
    #[schema(maximum = 100)]
    control: u32,
    #[schema(maximum = 100)]
    a: u32,
    #[schema(maximum = 100)]
    b: u32,
}

fn usual_seconds() -> u32 {
    Experiments::default().min_fetch_seconds
}

impl From<Experiments> for ExperimentsForm {
    fn from(experiments: Experiments) -> Self {
        let weights = |experiment: Experiment| {
            let [control, a, b] = experiment.weights();
            ExperimentWeights { control, a, b }
        };
        let by_key = experiments.by_key.into_iter();
        Self {
            min_fetch_seconds: experiments.min_fetch_seconds,
            experiments: by_key.map(|(key, experiment)| (key, weights(experiment))).collect(),
        }
    }
}

impl ExperimentsForm {
    /// The experiments, where each is tried with a hundred people.
    fn checked(self) -> Result<Experiments, ProviderError> {
        let garbage =
            |key: &str| ProviderError::Garbage(format!("{} has weights that do not sum to 100", key.escape_debug()));
        let experiments = self.experiments.into_iter().map(|(key, ExperimentWeights { control, a, b })| {
            let experiment = Experiment::new(control, a, b).map_err(|_bad| garbage(&key))?;
            Ok((key, experiment))
        });
        let checked = Experiments {
            min_fetch_seconds: self.min_fetch_seconds.max(1),
            by_key: experiments.collect::<Result<_, ProviderError>>()?,
        };
        Ok(checked)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_document_that_does_not_come_is_asked_for_three_times_more() {
        for (comes_at, expected, seconds) in [(0, Ok(0), 0), (2, Ok(2), 2), (3, Ok(3), 3), (4, Err(3), 3)] {
            let (tries, began) = (AtomicUsize::new(0), Instant::now());
            let answer = with_retries(|| {
                let at = tries.fetch_add(1, Ordering::Relaxed);
                std::future::ready(if at == comes_at { Ok(at) } else { Err(at) })
            });
            assert_eq!(answer.await, expected);
            assert_eq!(
                (tries.into_inner(), began.elapsed()),
                (expected.unwrap_or(3) + 1, Duration::from_secs(seconds))
            );
        }
    }

    #[test]
    fn a_document_whose_weights_are_no_hundred_is_none() {
        let read = |text: &str| {
            let form: Result<ExperimentsForm, _> = serde_json::from_str(text);
            form.ok().and_then(|form| form.checked().ok())
        };
        let text = r#"{"minFetchSeconds":600,"experiments":{"x":{"control":50,"a":25,"b":25}}}"#;
        let read_back = read(text).unwrap();
        assert_eq!(serde_json::to_string(&ExperimentsForm::from(read_back)).unwrap(), text);
        assert_eq!(read(r#"{"experiments":{}}"#), Some(Experiments::default()));
        for bad in [
            "{}",
            "[]",
            r#"{"experiments":{"x":{"control":50,"a":25,"b":26}}}"#,
            r#"{"experiments":{"x":{"control":-50,"a":75,"b":75}}}"#,
            r#"{"experiments":{"x":{"control":100}}}"#,
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
