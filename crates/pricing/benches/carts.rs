//! How long it takes to price a cart, with the built-in chain and its campaigns; beside it the plain pricing of the tests.

#![expect(clippy::unwrap_used, reason = "a bench that cannot go on has failed")]

use std::hint::black_box;

use chain::Chain;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use measured::{cart, moment, request, stock};
use pricing::price;

#[path = "../tests/measured/mod.rs"]
mod measured;
#[path = "../tests/plain/mod.rs"]
mod plain;

/// The one that the server runs with.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn carts(criterion: &mut Criterion) {
    let chain = Chain::built_in();
    let (moment, stock) = (moment(), stock(&chain));
    let carts = [1, 3, 10, 30].map(|lines| (lines, cart(lines)));
    let request = |cart| request(&chain, cart, &moment, &stock);
    let mut group = criterion.benchmark_group("a cart priced");
    group.throughput(Throughput::Elements(1));
    for (lines, cart) in &carts {
        let priced = price(request(cart));
        assert!(priced.is_valid() && priced.lines.len() == *lines, "{:?}", priced.messages);
        assert_eq!(plain::outcome::Outcome::of(&priced), plain::price(request(cart)));
        group.bench_function(format!("of {lines} lines"), |bench| bench.iter(|| price(black_box(request(cart)))));
    }
    let ten = &carts[2].1;
    group.bench_function("of 10 lines, plainly", |bench| bench.iter(|| plain::price(black_box(request(ten)))));
    group.finish();
}

criterion_group!(benches, carts);
criterion_main!(benches);
