#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _fits = ordering::decoders::shared_link(bytes);
});
