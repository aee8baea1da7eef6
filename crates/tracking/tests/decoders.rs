//! Every decoder of what comes from outside, over the seeds of its fuzz target and a bounded number of
//! seeded mutations of them: none panics. The targets themselves are in `fuzz/`.

use std::{fs, path::PathBuf};

use rand::{RngExt, SeedableRng, rngs::StdRng};
use tracking::decoders::{ALL, Decoder};

/// Mutations of each decoder's seeds.
const MUTATIONS: usize = 20_000;
/// The longest input, in bytes.
const LONGEST: usize = 4096;
/// What is put in besides single bytes: what readers of JSON and of headers stumble over.
const PIECES: [&[u8]; 16] = [
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

fn folder(target: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target)
}

/// The seeds of a target, in the order of their names.
fn seeds(target: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder(target)).expect("a target has seeds").flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    let read = |file: fs::DirEntry| {
        let name = file.file_name().to_string_lossy().into_owned();
        (name, fs::read(file.path()).expect("a seed can be read"))
    };
    files.into_iter().map(read).collect()
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=4) {
        let at = rng.random_range(0..=bytes.len());
        let to = rng.random_range(at..=bytes.len().min(at + 32));
        match rng.random_range(0..7) {
            0 if at < bytes.len() => bytes[at] = rng.random(),
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
            2 => drop(bytes.drain(at..to)),
            3 => {
                let piece = PIECES[rng.random_range(0..PIECES.len())];
                drop(bytes.splice(at..to, piece.iter().copied()));
            }
            4 => {
                let again = bytes[at..to].to_vec();
                drop(bytes.splice(at..at, again));
            }
            5 if !other.is_empty() => {
                let from = rng.random_range(0..other.len());
                bytes.truncate(at);
                bytes.extend_from_slice(&other[from..]);
            }
            _ => bytes.insert(at, b"\"{}[]:,\\0-\n; "[rng.random_range(0..13)]),
        }
    }
    bytes.truncate(LONGEST);
}

/// Whether a decoder takes the bytes; a panic names the input by which it can be had again.
fn run(target: &str, decoder: Decoder, bytes: &[u8]) -> bool {
    let ran = std::panic::catch_unwind(|| decoder(bytes));
    ran.unwrap_or_else(|_| panic!("{target} broke; let this be a seed: {:?}", String::from_utf8_lossy(bytes)))
}

#[test]
fn no_decoder_panics_over_its_seeds_and_what_comes_of_them() {
    for (target, decoder) in ALL {
        let seeds = seeds(target);
        let taken = seeds.iter().filter(|(_, seed)| run(target, decoder, seed)).count();
        assert!(taken > 0, "{target}: no seed is taken, so nothing behind the first door is reached");
        let mut rng = StdRng::seed_from_u64(0x0be1_1e00);
        let mut fit = 0;
        for round in 0..MUTATIONS {
            let (_, other) = &seeds[rng.random_range(0..seeds.len())];
            let mut bytes = seeds[round % seeds.len()].1.clone();
            mutate(&mut bytes, other, &mut rng);
            fit += usize::from(run(target, decoder, &bytes));
        }
        assert!(fit > MUTATIONS / 1000, "{target}: {fit} of {MUTATIONS} mutations fit: they are too coarse");
    }
}

#[test]
fn every_decoder_has_a_fuzz_target() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    for (target, _) in ALL {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")), "{target} in fuzz/Cargo.toml");
        let source = folder(target).join(format!("../../fuzz_targets/{target}.rs"));
        let source = fs::read_to_string(source).expect("its source is there");
        assert!(source.contains(&format!("decoders::{target}(")), "{target} calls its decoder");
    }
}
