//! What is wrong with the chain's files.

use std::fmt;

/// One fault: `FILE:LINE: PATH: PROBLEM` (docs/spec/ordering.md, "The chain as data").
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file's name in its folder.
    pub file: &'static str,
    /// The line where the value stands, or its object where it is missing; from 1.
    pub line: usize,
    /// The way to the value, such as `products[3].sizes[0].price`; `$` is the whole file.
    pub path: String,
    pub problem: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "$" } else { &self.path };
        write!(f, "{}:{}: {path}: {}", self.file, self.line, self.problem)
    }
}

/// All faults of one reading, by file and line; never none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.len() {
            1 => f.write_str("one fault"),
            count => write!(f, "{count} faults"),
        }
    }
}
