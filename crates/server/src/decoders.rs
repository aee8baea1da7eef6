//! What the decoders of several crates have in common, for the fuzz targets in `fuzz/` and the tests that run the same over
//! their seeds.

use crate::ApiError;

/// Whether a body fits. Where it does not, it is refused as the contract says, and can be told so.
///
/// # Panics
/// Where it is refused in another way.
#[must_use]
pub fn is_answered(bytes: &[u8], read: Result<(), ApiError>) -> bool {
    let is_text = std::str::from_utf8(bytes).is_ok();
    let Err(error) = read else {
        assert!(is_text, "bytes that are not UTF-8 are no body");
        return true;
    };
    let status = error.status().as_u16();
    assert!(is_text || status == 400, "{status}");
    assert!([400, 404, 422].contains(&status), "{status}");
    let body = serde_json::to_value(error.body()).expect("an error is plain data");
    assert_eq!(body["metadata"]["field"].is_string(), status == 422, "what does not fit is named: {body}");
    false
}
