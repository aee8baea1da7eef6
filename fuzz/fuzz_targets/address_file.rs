#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _sound = providers::decoders::address_file(bytes);
});
