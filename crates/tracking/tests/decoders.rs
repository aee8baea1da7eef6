//! Every decoder of what comes from outside, over the seeds of its fuzz target and a bounded number of
//! seeded mutations of them: none panics. The targets themselves are in `fuzz/`.

use testkit::spoiled::Spoiled;
use tracking::decoders::ALL;

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

#[test]
fn no_decoder_panics_over_its_seeds_and_what_comes_of_them() {
    for (target, reader) in ALL {
        let inputs = Spoiled { target, reader, pieces: &PIECES, times: 20_000 };
        let taken = inputs.run();
        assert!(taken.seeds > 0, "{target}: no seed is taken, so nothing behind the first door is reached");
        assert!(taken.spoiled > inputs.times / 1000, "{target}: {taken:?}: they are too coarse");
    }
}
