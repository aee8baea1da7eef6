//! Files that somebody spoiled: none breaks the reader, and what is refused is refused with a reason.

use std::{fs, panic::catch_unwind, path::Path};

use chain::{
    Chain, FILES,
    decoders::{content_files, parts},
};
use rand::{RngExt, SeedableRng, rngs::StdRng};

/// Spoiled readings of each file.
const MUTATIONS: usize = 1_500;
/// What is put in besides single bytes.
const PIECES: [&str; 14] = [
    "null",
    "true",
    "-1",
    "1e999",
    "8.905",
    "\"\"",
    "{}",
    "[]",
    "\"24:00\"",
    "\"*\"",
    ",",
    "\"xx:xx\"",
    "[[0,0],[1,1],[1,0],[0,1]]",
    "\\u0000",
];

fn seed(name: &str) -> String {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/content_files");
    fs::read_to_string(seeds.join(name)).expect("the target has this seed")
}

/// Small, but something of everything: `(file, text)`.
fn sound() -> Vec<(&'static str, String)> {
    parts(&seed("whole")).into_iter().map(|(name, text)| (name, text.to_owned())).collect()
}

fn spoil(text: &mut String, rng: &mut StdRng) {
    for _ in 0..rng.random_range(1..=3) {
        let places: Vec<_> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let from = rng.random_range(0..places.len());
        let to = (from + rng.random_range(0..12)).min(places.len() - 1);
        let piece = match rng.random_range(0..4) {
            0 => "",
            1 => &text[places[from]..places[to]].repeat(2),
            _ => PIECES[rng.random_range(0..PIECES.len())],
        };
        let piece = piece.to_owned();
        text.replace_range(places[from]..places[to], &piece);
    }
}

#[test]
fn the_seed_has_every_file_and_is_sound() {
    let files = sound();
    assert_eq!(files.iter().map(|(name, _)| *name).collect::<Vec<_>>(), FILES);
    let texts: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let faults = Chain::of_texts(&texts).map(drop).map_err(|faults| faults.0);
    assert_eq!(faults, Ok(()));
}

#[test]
fn pieces_of_the_built_in_chain_are_sound_as_seeds_and_faults_are_found_in_every_file() {
    for name in ["campaigns", "menu", "restaurants"] {
        let faults = Chain::of_texts(&parts(&seed(name))).map(drop).map_err(|faults| faults.0);
        assert_eq!(faults, Ok(()), "{name}");
    }
    assert!(content_files(seed("whole").as_bytes()));
    assert!(!content_files(seed("one-of-each-fault").as_bytes()) && !content_files(b"\xff"));
    let faults = Chain::of_texts(&parts(&seed("one-of-each-fault"))).unwrap_err().0;
    for file in FILES {
        assert!(faults.iter().any(|fault| fault.file == file), "{file}: {faults:#?}");
    }
}

#[test]
fn no_spoiled_file_breaks_the_reader() {
    let sound = sound();
    let mut rng = StdRng::seed_from_u64(7);
    for which in 0..sound.len() {
        for _ in 0..MUTATIONS {
            let mut files = sound.clone();
            spoil(&mut files[which].1, &mut rng);
            let texts: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let read = catch_unwind(|| Chain::of_texts(&texts).map_err(|faults| faults.0.len()));
            match read {
                Ok(Ok(_)) => {}
                Ok(Err(faults)) => assert!(faults > 0, "refused without a reason: {}", files[which].1),
                Err(_) => panic!("{} broke; let this be a seed: {}", files[which].0, files[which].1),
            }
        }
    }
}
