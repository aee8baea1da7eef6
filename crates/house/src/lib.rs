//! The rules of the house, as tests: `cargo test -p house`.
//!
//! What the folders promise to a reader holds because something fails when it does not: who may depend on whom
//! (`tests/arrows.rs`), what rooms and files may look like (`tests/rooms.rs`), what no source may say
//! (`tests/words.rs`), and that what is cited exists (`tests/citations.rs`). Each failure says what to do. Rules that the
//! linter can check stand in `clippy.toml`.
//!
//! This library is only what those tests share: a way to look at the project's own files.

mod imports;
mod source_file;

pub use imports::Rooms;
pub use source_file::{SourceFile, files, root};
