//! Puts the built web app into the binary. Without one a page that says so takes its place, so that
//! the server can be built and tested without Node.

use std::{fs, path::Path};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Ovelle</title>\
    <p>The web app was not built into this server: run <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, \
    then build the server again.</p></html>";

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    let index = dist.join("index.html");
    if !index.exists() {
        fs::create_dir_all(&dist).expect("web/ can be written to");
        fs::write(&index, PLACEHOLDER).expect("web/dist can be written to");
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    memory_serve::load_directory("../../web/dist");
}
