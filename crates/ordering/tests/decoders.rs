//! Carts that somebody spoiled: none breaks the reader or the prices, and what is refused is refused by its path.

use std::{fs, panic::catch_unwind, path::Path};

use ordering::decoders::cart_body;
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// Mutations of the seeds.
const MUTATIONS: usize = 4_000;
/// What is put in besides single bytes.
const PIECES: [&[u8]; 12] =
    [b"null", b"true", b"-1", b"99", b"1e999", b"\"\"", b"{}", b"[]", b"\"3001\"", b"\"101\"", b"\\u0000", b"\xff"];

/// The seeds of the fuzz target, in the order of their names.
fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/cart_body");
    let mut files: Vec<_> = fs::read_dir(folder).expect("the target has seeds").flatten().collect();
    files.sort_by_key(fs::DirEntry::file_name);
    files.into_iter().map(|file| fs::read(file.path()).expect("a seed can be read")).collect()
}

fn spoil(bytes: &mut Vec<u8>, other: &[u8], rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=3) {
        let at = rng.random_range(0..=bytes.len());
        let to = rng.random_range(at..=bytes.len().min(at + 24));
        match rng.random_range(0..5) {
            0 if at < bytes.len() => bytes[at] = b"0123456789\",:{}[]a"[rng.random_range(0..18)],
            1 => drop(bytes.drain(at..to)),
            2 => {
                let again = bytes[at..to].to_vec();
                drop(bytes.splice(at..at, again));
            }
            3 => {
                let from = rng.random_range(0..other.len());
                let until = rng.random_range(from..=other.len().min(from + 24));
                drop(bytes.splice(at..to, other[from..until].iter().copied()));
            }
            _ => drop(bytes.splice(at..to, PIECES[rng.random_range(0..PIECES.len())].iter().copied())),
        }
    }
}

fn is_priced(bytes: &[u8]) -> bool {
    let ran = catch_unwind(|| cart_body(bytes));
    ran.unwrap_or_else(|_| panic!("let this be a seed: {:?}", String::from_utf8_lossy(bytes)))
}

#[test]
fn no_spoiled_cart_breaks_anything() {
    let seeds = seeds();
    assert_eq!(seeds.iter().filter(|seed| is_priced(seed)).count(), seeds.len() - 1, "one is out of bounds");
    let mut rng = StdRng::seed_from_u64(0x0be1_1e01);
    let mut fit = 0;
    for round in 0..MUTATIONS {
        let mut bytes = seeds[round % seeds.len()].clone();
        spoil(&mut bytes, &seeds[rng.random_range(0..seeds.len())], &mut rng);
        fit += usize::from(is_priced(&bytes));
    }
    assert!(fit > MUTATIONS / 100, "{fit} of {MUTATIONS} fit: they are too coarse");
}

#[test]
fn the_reader_has_a_fuzz_target() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    assert!(manifest.contains("path = \"fuzz_targets/cart_body.rs\""));
    assert!(include_str!("../../../fuzz/fuzz_targets/cart_body.rs").contains("decoders::cart_body("));
}
