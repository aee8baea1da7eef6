#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _sound = chain::decoders::content_files(bytes);
});
