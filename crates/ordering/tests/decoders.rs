//! Carts that somebody spoiled: none breaks the reader or the prices, and what is refused is refused by its path.

use ordering::decoders::cart_body;
use testkit::spoiled::Spoiled;

const PIECES: [&[u8]; 12] =
    [b"null", b"true", b"-1", b"99", b"1e999", b"\"\"", b"{}", b"[]", b"\"3001\"", b"\"101\"", b"\\u0000", b"\xff"];

#[test]
fn no_spoiled_cart_breaks_anything() {
    let carts = Spoiled { target: "cart_body", reader: cart_body, pieces: &PIECES, times: 4_000 };
    let taken = carts.run();
    assert_eq!(taken.faulty_seeds, 1, "one is out of bounds");
    assert!(taken.spoiled > carts.times / 100, "{taken:?}: they are too coarse");
}
