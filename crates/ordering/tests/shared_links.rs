//! Shared links that somebody spoiled: none breaks the reader. The fuzz target is in `fuzz/`.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{fs, panic::catch_unwind, path::PathBuf};

use ordering::decoders::shared_link;
use rand::{RngExt, SeedableRng, rngs::StdRng};

const MUTATIONS: usize = 10_000;
/// What is put in besides single bytes: ids that some products take, and some that none does.
const PIECES: [&[u8]; 10] =
    [b";", b";1305", b";1301;1301", b"1201;", b" ", b"2835", b";\xc3\xa4;", b"\xff", b"0000000000000000", b"\\u0000"];

fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/shared_link");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

fn spoil(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=4) {
        let from = rng.random_range(0..=bytes.len());
        let to = rng.random_range(from..=bytes.len().min(from + 12));
        let piece = match rng.random_range(0..4) {
            0 => Vec::new(),
            1 => bytes[from..to].repeat(2),
            2 => vec![rng.random()],
            _ => PIECES[rng.random_range(0..PIECES.len())].to_vec(),
        };
        drop(bytes.splice(from..to, piece));
    }
}

#[test]
fn no_spoiled_link_breaks_the_reader() {
    let seeds = seeds();
    assert!(seeds.iter().any(|seed| shared_link(seed)) && seeds.iter().any(|seed| !shared_link(seed)));
    let mut rng = StdRng::seed_from_u64(7);
    let mut fit = 0;
    for round in 0..MUTATIONS {
        let mut bytes = seeds[round % seeds.len()].clone();
        spoil(&mut bytes, &mut rng);
        let read = catch_unwind(|| shared_link(&bytes));
        let read = read.unwrap_or_else(|_| panic!("let this be a seed: {:?}", String::from_utf8_lossy(&bytes)));
        fit += usize::from(read);
    }
    assert!(fit > MUTATIONS / 10, "{fit} of {MUTATIONS} fit: the mutations are too coarse");
}

#[test]
fn the_reader_has_a_fuzz_target() {
    let manifest = include_str!("../../../fuzz/Cargo.toml");
    assert!(manifest.contains("path = \"fuzz_targets/shared_link.rs\""));
    assert!(include_str!("../../../fuzz/fuzz_targets/shared_link.rs").contains("decoders::shared_link("));
}
