//! Whether a spin was drawn as it should be.

use super::{
    draw::{Drawn, ServerSeed},
    table::WheelTable,
};

/// A spin as it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredSpin {
    /// What was told of the seed before the spin.
    pub commitment: String,
    pub server_seed: ServerSeed,
    pub client_seed: String,
    pub nonce: u32,
    pub table: WheelTable,
    pub drawn: Drawn,
}

/// Why a spin was not drawn as it is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SpinMismatch {
    /// The seed is another than was promised.
    #[error("the server's seed is not the one that was promised")]
    Commitment,
    /// The seeds lead elsewhere.
    #[error("the seeds lead to {}, {} degrees", .0.prize.as_str(), .0.angle)]
    Draw(Drawn),
}

impl AnsweredSpin {
    /// Draws it again.
    ///
    /// # Errors
    /// [`SpinMismatch`].
    pub fn verify(&self) -> Result<(), SpinMismatch> {
        if self.server_seed.commitment() != self.commitment {
            return Err(SpinMismatch::Commitment);
        }
        let drawn = self.table.draw(&self.server_seed, &self.client_seed, self.nonce);
        if drawn == self.drawn { Ok(()) } else { Err(SpinMismatch::Draw(drawn)) }
    }
}
