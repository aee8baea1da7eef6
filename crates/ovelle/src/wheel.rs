//! `ovelle wheel verify FILE`: draws a spin again from its answer (docs/spec/people.md, "A draw that anyone can verify").

use std::{fs, io, path::PathBuf};

use clap::Subcommand;
use domain::wheel::{AnsweredSpin, Drawn, PrizeType, ServerSeed, SpinMismatch, WheelTable, WheelWeight};
use serde::Deserialize;

/// Degrees of a segment.
const DEGREES: u32 = 45;

/// What to do about the prize wheel.
#[derive(Debug, Subcommand)]
pub enum WheelAction {
    /// Draw a spin again from its answer, and say whether it comes to the same.
    Verify {
        /// The answer to the spin, as JSON.
        file: PathBuf,
    },
}

/// Why a spin is not verified.
#[derive(Debug, thiserror::Error)]
pub enum SpinCheckError {
    /// The file cannot be read.
    #[error("{file} cannot be read")]
    File {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: io::Error,
    },
    /// The file is no JSON of a spin.
    #[error("{file} is no spin")]
    Form {
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
    /// A field says what no spin says.
    #[error("{file} is no spin: {field} does not fit")]
    Field {
        /// The file.
        file: String,
        /// Which.
        field: &'static str,
    },
    /// It was drawn otherwise.
    #[error(transparent)]
    Mismatch(#[from] SpinMismatch),
}

/// A spin as it is answered.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SpinFile {
    angle: u32,
    #[serde(rename = "type")]
    kind: String,
    commitment: String,
    server_seed: String,
    client_seed: String,
    nonce: u32,
    table: Vec<SpinFileWeight>,
}

#[derive(Deserialize)]
struct SpinFileWeight {
    segment: usize,
    #[serde(rename = "type")]
    kind: String,
    weight: u64,
}

/// Does it; what is to be printed.
///
/// # Errors
/// [`SpinCheckError`] names what cannot be read, or what the seeds lead to.
pub fn run(action: &WheelAction) -> Result<String, SpinCheckError> {
    let WheelAction::Verify { file: path } = action;
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|source| SpinCheckError::File { file: file.clone(), source })?;
    let answered: SpinFile =
        serde_json::from_str(&text).map_err(|source| SpinCheckError::Form { file: file.clone(), source })?;
    let spin = answered.spin().map_err(|field| SpinCheckError::Field { file, field })?;
    spin.verify()?;
    Ok(format!("the seeds lead to {}, {} degrees, as was answered", spin.drawn.prize.as_str(), spin.drawn.angle))
}

impl SpinFile {
    /// The spin; the name of the field that does not fit.
    fn spin(self) -> Result<AnsweredSpin, &'static str> {
        let prize = |name: &str| PrizeType::parse(name).ok_or("type");
        let weight = |entry: SpinFileWeight| {
            Ok(WheelWeight { segment: entry.segment, prize: prize(&entry.kind)?, weight: entry.weight })
        };
        let table: Vec<_> = self.table.into_iter().map(weight).collect::<Result<_, &'static str>>()?;
        let segment = usize::try_from(self.angle / DEGREES).map_err(|_| "angle")?;
        Ok(AnsweredSpin {
            commitment: self.commitment,
            server_seed: ServerSeed::read(&self.server_seed).ok_or("serverSeed")?,
            client_seed: self.client_seed,
            nonce: self.nonce,
            table: WheelTable::new(table).map_err(|_| "table")?,
            drawn: Drawn { segment, prize: prize(&self.kind)?, angle: self.angle },
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// The second vector of the contract.
    fn answer() -> Value {
        let table: Vec<Value> = [
            (0, "empty", 2746),
            (1, "freeDip", 1200),
            (2, "freeDrink", 800),
            (2, "freeJaffaLemonade", 200),
            (3, "freeIceCream", 500),
            (4, "empty", 2746),
            (5, "freeCandy", 400),
            (6, "freeDelivery40", 300),
            (6, "giftCard1", 80),
            (6, "giftCard5", 20),
            (6, "giftCard10", 8),
            (7, "newSpin", 1000),
            (7, "spinsCampaign", 0),
        ]
        .into_iter()
        .map(|(segment, kind, weight)| json!({ "segment": segment, "type": kind, "weight": weight }))
        .collect();
        let seed: String = (0..32).map(|byte: u8| format!("{byte:02x}")).collect();
        let commitment = ServerSeed::read(&seed).unwrap().commitment();
        json!({
            "spinId": "1", "angle": 125, "type": "freeDrink", "spinsLeft": 0, "benefit": null, "commitment": commitment,
            "serverSeed": seed, "clientSeed": "pizza", "nonce": 0, "table": table, "nextCommitment": "",
        })
    }

    fn verified(answer: &Value) -> Result<String, String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), answer.to_string()).unwrap();
        let name = file.path().display().to_string();
        let action = WheelAction::Verify { file: file.path().to_owned() };
        run(&action).map_err(|error| error.to_string().replace(&name, "FILE"))
    }

    #[test]
    fn a_spin_is_drawn_again_from_its_answer() {
        assert_eq!(verified(&answer()).unwrap(), "the seeds lead to freeDrink, 125 degrees, as was answered");
        let with = |field: &str, value: Value| {
            let mut changed = answer();
            changed[field] = value;
            verified(&changed).unwrap_err()
        };
        assert_ne!(with("clientSeed", json!("pasta")), "", "another word leads elsewhere");
        assert_eq!(with("angle", json!(126)), "the seeds lead to freeDrink, 125 degrees");
        assert_eq!(with("commitment", json!("66687aad")), "the server's seed is not the one that was promised");
        assert_eq!(with("serverSeed", json!("00")), "FILE is no spin: serverSeed does not fit");
        assert_eq!(with("table", json!([])), "FILE is no spin: table does not fit");
        assert_eq!(with("nonce", json!(null)), "FILE is no spin");
    }
}
