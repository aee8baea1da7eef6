//! What strangers send, spoiled: readers are run over the seeds of their fuzz targets, and over what comes of those.

use std::{
    fs,
    panic::catch_unwind,
    path::{Path, PathBuf},
};

use rand::{RngExt, SeedableRng, rngs::StdRng};

/// The longest input, in bytes.
const LONGEST: usize = 4096;

/// What is put in besides single bytes: what readers of JSON and of headers stumble over.
pub const PIECES: [&[u8]; 16] = [
    b"null",
    b"true",
    b"-1",
    b"1e999",
    b"-9223372036854775809",
    b"18446744073709551616",
    b"0.000000000000001",
    b"\"\"",
    b"{}",
    b"[]",
    b"[[[[[[[[[[[[[[[[",
    b"\\ud800",
    b"\\u0000",
    b"\xff\xfe",
    b"\"-009999-01-02T00:00:00Z\"",
    b"; ovelle=;",
];

/// A reader of bytes, with the fuzz target that runs it.
#[derive(Debug, Clone, Copy)]
pub struct Spoiled {
    /// The target's name.
    pub target: &'static str,
    /// Whether the bytes fit; it panics where a promise is broken that holds for all bytes.
    pub reader: fn(&[u8]) -> bool,
    /// What is put in besides single bytes: what such readers stumble over.
    pub pieces: &'static [&'static [u8]],
    /// How many spoiled inputs there are.
    pub times: usize,
}

/// How many inputs a reader took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpoiledCounts {
    /// Seeds that fit.
    pub seeds: usize,
    /// Seeds that do not.
    pub faulty_seeds: usize,
    /// Spoiled inputs that fit nevertheless.
    pub spoiled: usize,
}

impl Spoiled {
    /// Runs the reader over the seeds, and over inputs that are made of them, always the same.
    ///
    /// # Panics
    /// With the input at which the reader panicked, and where the target is not one of `fuzz/` or has no seeds.
    #[must_use]
    pub fn run(&self) -> SpoiledCounts {
        let seeds = self.seeds();
        let fitting = seeds.iter().filter(|seed| self.takes(seed)).count();
        let mut rng = StdRng::seed_from_u64(0x0be1_1e00);
        let mut spoiled = 0;
        for round in 0..self.times {
            let other = &seeds[rng.random_range(0..seeds.len())];
            let mut bytes = seeds[round % seeds.len()].clone();
            self.spoil(&mut bytes, other, &mut rng);
            spoiled += usize::from(self.takes(&bytes));
        }
        SpoiledCounts { seeds: fitting, faulty_seeds: seeds.len() - fitting, spoiled }
    }

    /// The seeds, in the order of their names.
    fn seeds(&self) -> Vec<Vec<u8>> {
        let (target, fuzz) = (self.target, fuzz());
        let read = |file: &Path| fs::read_to_string(fuzz.join(file)).unwrap_or_default();
        assert!(
            read("Cargo.toml".as_ref()).contains(&format!("path = \"fuzz_targets/{target}.rs\"")),
            "{target} is none"
        );
        let source = read(format!("fuzz_targets/{target}.rs").as_ref());
        assert!(source.contains(&format!("decoders::{target}(")), "{target} calls its reader");
        let files = fs::read_dir(fuzz.join("seeds").join(target)).expect("a target has seeds");
        let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).collect();
        files.sort();
        files.iter().map(|file| fs::read(file).expect("a seed can be read")).collect()
    }

    fn takes(&self, bytes: &[u8]) -> bool {
        let (target, reader) = (self.target, self.reader);
        let read = catch_unwind(|| reader(bytes));
        read.unwrap_or_else(|_| panic!("{target} broke; let this be a seed: {:?}", String::from_utf8_lossy(bytes)))
    }

    fn spoil(&self, bytes: &mut Vec<u8>, other: &[u8], rng: &mut StdRng) {
        for _ in 0..rng.random_range(1..=4) {
            let at = rng.random_range(0..=bytes.len());
            let to = rng.random_range(at..=bytes.len().min(at + 32));
            match rng.random_range(0..8) {
                0 if at < bytes.len() => bytes[at] = rng.random(),
                1 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
                2 => drop(bytes.drain(at..to)),
                3 => {
                    let piece = self.pieces[rng.random_range(0..self.pieces.len())];
                    drop(bytes.splice(at..to, piece.iter().copied()));
                }
                4 => {
                    let again = bytes[at..to].to_vec();
                    drop(bytes.splice(at..at, again));
                }
                5 => {
                    let from = rng.random_range(0..=other.len());
                    let until = rng.random_range(from..=other.len().min(from + 32));
                    drop(bytes.splice(at..to, other[from..until].iter().copied()));
                }
                6 => {
                    let from = rng.random_range(0..=other.len());
                    bytes.truncate(at);
                    bytes.extend_from_slice(&other[from..]);
                }
                _ => bytes.insert(at, b"\"{}[]:,\\0-\n; "[rng.random_range(0..13)]),
            }
        }
        bytes.truncate(LONGEST);
    }
}

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}
