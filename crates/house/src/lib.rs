//! The rules of the house, as tests: `cargo test -p house`.
//!
//! What the folders promise to a reader holds because something fails when it does not: who may depend on whom
//! (`tests/arrows.rs`), what files and folders may look like (`tests/files.rs`), how long files and functions may be
//! (`tests/sizes.rs`), that a type has its name alone (`tests/names.rs`), what comments must and must not say
//! (`tests/docs.rs`), what no source may say (`tests/words.rs`), that what is cited exists (`tests/citations.rs`), and each
//! test of an attack (`tests/attacks.rs`). Each failure says what to do. Rules that the linter can check stand in
//! `clippy.toml`.
//!
//! This library is only what those tests share: a way to look at the project's own files.

mod imports;
mod source_file;

pub use imports::ModuleImports;
pub use source_file::{SourceFile, files, root};
