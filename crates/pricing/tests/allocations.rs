//! How often pricing a cart asks the allocator.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::hint::black_box;

use chain::Chain;
use measured::{cart, moment, request, stock};
use pricing::price;

mod measured;

/// Lines of a cart, and the allocations that its price may take: a tenth more than it does (29, 39, 70 and 180).
const BOUNDS: [(usize, u64); 4] = [(1, 32), (3, 43), (10, 77), (30, 198)];

#[test]
fn a_price_takes_few_allocations_for_each_line() {
    let chain = Chain::built_in();
    let (moment, stock) = (moment(), stock(&chain));
    for (lines, bound) in BOUNDS {
        let cart = cart(lines);
        let priced = || drop(black_box(price(request(&chain, &cart, &moment, &stock))));
        let found = allocation_counter::measure(priced);
        assert!(found.count_total <= bound, "{lines} lines: {found:?}");
    }
}
