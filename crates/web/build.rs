//! Gathers the built front end and the licences, so that the binary carries them.
//!
//! It runs no npm: who builds the server without the front end gets a server that says so.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where the notices are of what the program carries, below this crate's folder, each with its heading. The last file comes with
/// the build of the front end.
const NOTICES: [(&str, &str); 8] = [
    ("Daybook", "../../LICENSE"),
    ("Noto Sans, the font of reports in PDF", "../documents/fonts/OFL.txt"),
    ("Besley, the font of headings", "../../frontend/src/styles/fonts/OFL.txt"),
    ("Common passwords, the list of Django", "../domain/data/common-passwords.LICENSE"),
    ("Holidays of countries, from the package holidays of Python", "../domain/data/countries.LICENSE"),
    ("The standard library of Rust", "licences/rust.txt"),
    ("Crates", "licences/crates.txt"),
    ("Packages of the front end", "../../frontend/dist/.vite/license.md"),
];

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let site = root.join("../../frontend/dist");
    // Cargo runs this again on every build while a path that it watches is missing. An empty folder costs nothing.
    let _ = fs::create_dir_all(&site);
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/statics/missing.html");
    println!("cargo::rerun-if-changed={}", site.display());

    let mut files = BTreeMap::new();
    if site.join("index.html").is_file() {
        collect(&site, "", &mut files)?;
    } else {
        files.insert("/index.html".to_owned(), root.join("src/statics/missing.html"));
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let licences = out.join("licences.txt");
    fs::write(&licences, notices(&root)?)?;
    files.insert("/licences.txt".to_owned(), licences);
    let copy = out.join("site");
    if copy.exists() {
        fs::remove_dir_all(&copy)?;
    }
    fs::create_dir_all(&copy)?;
    let files = files
        .into_iter()
        .map(|(address, path)| Ok((address, keep(&path, &copy)?)))
        .collect::<io::Result<BTreeMap<_, _>>>()?;
    fs::write(out.join("site.rs"), table(&files)?)
}

/// All notices, each below its heading.
fn notices(root: &Path) -> io::Result<String> {
    let mut text = String::new();
    for (heading, file) in NOTICES {
        let path = root.join(file);
        if path.is_file() {
            println!("cargo::rerun-if-changed={}", path.display());
            let rule = "=".repeat(32);
            let _ = writeln!(text, "{rule}\n{heading}\n{rule}\n\n{}\n", fs::read_to_string(&path)?.trim());
        }
    }
    Ok(text)
}

/// The files below `folder` by their address. A compressed form is not a file of its own.
fn collect(folder: &Path, address: &str, files: &mut BTreeMap<String, PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let (address, path) = (format!("{address}/{name}"), entry.path());
        if name.starts_with('.') {
            // The bundler's own notes.
            continue;
        }
        if path.is_dir() {
            collect(&path, &address, files)?;
        } else if !is_variant(&path) {
            files.insert(address, path);
        }
    }
    Ok(())
}

/// Copies a file and its compressed forms to where no bundler removes them while the compiler reads.
fn keep(path: &Path, folder: &Path) -> io::Result<PathBuf> {
    let number = fs::read_dir(folder)?.count();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let kept = folder.join(format!("{number}-{name}"));
    for ending in ["", ".br", ".gz"] {
        let from = PathBuf::from(format!("{}{ending}", path.display()));
        if from.is_file() {
            fs::copy(&from, format!("{}{ending}", kept.display()))?;
        }
    }
    Ok(kept)
}

fn is_variant(path: &Path) -> bool {
    let is_compressed = path.extension().is_some_and(|ending| ending == "br" || ending == "gz");
    is_compressed && path.with_extension("").is_file()
}

/// The table as Rust source, in the order of the addresses, which a binary search relies on.
#[expect(clippy::unnecessary_debug_formatting, reason = "a path in Rust source is a quoted, escaped one")]
fn table(files: &BTreeMap<String, PathBuf>) -> io::Result<String> {
    let mut source = String::from("static FILES: &[File] = &[\n");
    for (address, path) in files {
        let mut hasher = DefaultHasher::new();
        fs::read(path)?.hash(&mut hasher);
        let tag = format!("{:016x}", hasher.finish());
        let kind = media_type(path);
        let variant = |ending: &str| {
            let mut variant = path.clone().into_os_string();
            variant.push(ending);
            let variant = PathBuf::from(variant);
            if variant.is_file() { format!("Some(include_bytes!({variant:?}))") } else { "None".to_owned() }
        };
        let (br, gzip) = (variant(".br"), variant(".gz"));
        let _ = writeln!(
            source,
            "    File {{ address: {address:?}, kind: {kind:?}, tag: {tag:?}, plain: include_bytes!({path:?}), br: {br}, gzip: {gzip} }},"
        );
    }
    source.push_str("];\n");
    Ok(source)
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("woff") => "font/woff",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
