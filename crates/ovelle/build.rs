//! Puts the built web app into the binary. Without one a page that says so takes its place, so that
//! the server can be built and tested without Node.

use std::{fs, path::Path};

const PLACEHOLDER: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><!--page--><title>Ovelle</title>\
    <!--/page--><div class=\"first\" data-shape=\"bare\"><!--notices--><!--title--></div>\
    <p>The web app was not built into this server: run <code>npm ci &amp;&amp; npm run build</code> in <code>web/</code>, \
    then build the server again.</p></html>";

fn main() {
    let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/dist");
    for (name, content) in [("index.html", PLACEHOLDER), (".vite/manifest.json", "{}"), (".vite/pictures.json", "{}")] {
        let file = dist.join(name);
        if !file.exists() {
            fs::create_dir_all(file.parent().expect("a folder holds it")).expect("web/ can be written to");
            fs::write(&file, content).expect("web/dist can be written to");
        }
    }
    println!("cargo::rerun-if-changed={}", dist.display());
    // Where the template of the pages lies, the manifest of their files and what is pictured in them.
    println!("cargo::rustc-env=OVELLE_DIST={}", dist.display());
    memory_serve::load_directory("../../web/dist");
}
