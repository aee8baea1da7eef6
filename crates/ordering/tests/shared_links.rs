//! Shared links that somebody spoiled: none breaks the reader.

use ordering::decoders::shared_link;
use testkit::spoiled::Spoiled;

/// Ids that some products take, and some that none does.
const PIECES: [&[u8]; 10] =
    [b";", b";1305", b"1301;1301", b"1201;", b" ", b"2835", b";\xc3\xa4;", b"\xff", b"0000000000000000", b"\\u0000"];

#[test]
fn no_spoiled_link_breaks_the_reader() {
    let links = Spoiled { target: "shared_link", reader: shared_link, pieces: &PIECES, times: 10_000 };
    let taken = links.run();
    assert!(taken.seeds > 0 && taken.faulty_seeds > 0, "{taken:?}");
    assert!(taken.spoiled > links.times / 10, "{taken:?}: they are too coarse");
}
