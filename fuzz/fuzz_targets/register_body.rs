#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _fits = dispatch::decoders::register_body(bytes);
});
