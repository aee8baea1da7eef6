//! Address files that somebody spoiled: none breaks the reader.

use providers::decoders::address_file;
use testkit::spoiled::Spoiled;

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

#[test]
fn no_spoiled_file_breaks_the_reader() {
    let files = Spoiled { target: "address_file", reader: address_file, pieces: &PIECES, times: 10_000 };
    let taken = files.run();
    assert!(taken.seeds > 0 && taken.faulty_seeds > 0, "{taken:?}");
    assert!(taken.spoiled > files.times / 100, "{taken:?}: they are too coarse");
}
