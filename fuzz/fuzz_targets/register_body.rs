#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _fits = tracking::decoders::register_body(bytes);
});
