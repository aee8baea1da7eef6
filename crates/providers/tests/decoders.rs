//! Address files that somebody spoiled: none breaks the reader. The fuzz target is in `fuzz/`.

#![expect(clippy::unwrap_used, reason = "the helpers of tests may panic as tests do")]

use std::{fs, panic::catch_unwind, path::PathBuf};

use providers::decoders::address_file;
use rand::{RngExt, SeedableRng, rngs::StdRng};

const MUTATIONS: usize = 10_000;
/// What is put in besides single bytes.
const PIECES: [&[u8]; 14] = [
    b",",
    b"\n",
    b"\r\n",
    b"\"",
    b"-1",
    b"91",
    b"nan",
    b"1e999",
    b"12b",
    b"99999",
    b"\xff",
    b"\xcc\x88",
    b"==> typed\n",
    b"\xc4\xb0",
];

fn seeds() -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/address_file");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

fn spoil(bytes: &mut Vec<u8>, rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=3) {
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
fn no_spoiled_file_breaks_the_reader() {
    let seeds = seeds();
    assert!(seeds.iter().any(|seed| address_file(seed)) && seeds.iter().any(|seed| !address_file(seed)));
    let mut rng = StdRng::seed_from_u64(7);
    let mut sound = 0;
    for round in 0..MUTATIONS {
        let mut bytes = seeds[round % seeds.len()].clone();
        spoil(&mut bytes, &mut rng);
        let read = catch_unwind(|| address_file(&bytes));
        let read = read.unwrap_or_else(|_| panic!("let this be a seed: {:?}", String::from_utf8_lossy(&bytes)));
        sound += usize::from(read);
    }
    assert!(sound > MUTATIONS / 100, "{sound} of {MUTATIONS} are sound: the mutations are too coarse");
}
