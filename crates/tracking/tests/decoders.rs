//! Every decoder of what comes from outside, over the seeds of its fuzz target and a bounded number of
//! seeded mutations of them: none panics. The targets themselves are in `fuzz/`.

use testkit::spoiled::{PIECES, Spoiled};
use tracking::decoders::ALL;

#[test]
fn no_decoder_panics_over_its_seeds_and_what_comes_of_them() {
    for (target, reader) in ALL {
        let inputs = Spoiled { target, reader, pieces: &PIECES, times: 20_000 };
        let taken = inputs.run();
        assert!(taken.seeds > 0, "{target}: no seed is taken, so nothing behind the first door is reached");
        assert!(taken.spoiled > inputs.times / 1000, "{target}: {taken:?}: they are too coarse");
    }
}
