//! The container image: an OCI archive with one layer, the program and the few files that it needs from Debian.
//!
//! The format is a tar of files named by their checksums and three short JSON texts, so no daemon and no other tool makes it.

use std::fs;
use std::path::{Path, PathBuf};

use super::debian::Debian;
use super::platform::Platform;
use super::{Release, copy, make_anew, program, write};
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

/// The image's configuration, with placeholders for the parts that differ.
const CONFIG: &str = include_str!("../../release/image.json");
/// The user that the program runs as, and its group.
const USER: &str = "10001";
/// The packages of Debian that are needed: the C library, and the certificates that vouch for mail servers.
const PACKAGES: [&str; 2] = ["libc6", "ca-certificates"];
/// The parts of the C library that the program may load, in addition to those that it names.
const LIBRARIES: [&str; 6] =
    ["libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libresolv.so.2"];

pub(super) fn archive(
    project: &Project,
    release: &Release,
    platform: &Platform,
    debian: &Debian,
) -> Result<(), Failure> {
    let folder = project.notes().join("release/image");
    make_anew(&folder)?;
    let [library, certificates] = PACKAGES;
    // The certificates are one package for all architectures.
    let wanted = [format!("{library}:{}", platform.architecture), certificates.to_owned()];
    let packages = debian.unpack(&wanted, &folder.join("debian"))?;
    let root = folder.join("root");
    fill(project, platform, &folder.join("debian"), &root)?;
    let layer = layer(release, &folder, &root)?;

    let layout = folder.join("layout");
    let blobs = layout.join("blobs/sha256");
    make_anew(&blobs)?;
    let unpacked = digest(&layer)?;
    process::run(process::command("gzip", &folder).args(["-9n"]).arg(&layer))?;
    let layer = Blob::of_file(&blobs, &folder.join("layer.tar.gz"))?;
    let config = Blob::of_text(&blobs, &config(release, platform, &unpacked, &packages))?;
    let manifest = Blob::of_text(&blobs, &manifest(&config, &layer))?;
    write(&layout.join("oci-layout"), r#"{"imageLayoutVersion":"1.0.0"}"#)?;
    write(&layout.join("index.json"), index(release, platform, &manifest))?;
    let archive = release.file(project, &format!("-{}.oci.tar", platform.name));
    let mut pack = release.tar(&layout);
    pack.args(["--owner=0", "--group=0", "--mode=u=rwX,go=rX", "--create", "--file"]).arg(&archive);
    process::run(pack.args(["blobs", "index.json", "oci-layout"]))
}

/// Lays out the root of the image.
fn fill(project: &Project, platform: &Platform, debian: &Path, root: &Path) -> Result<(), Failure> {
    make_anew(root)?;
    copy(&program::built(project, platform), &root.join("usr/bin/daybook"))?;
    let libraries = Path::new(platform.libraries);
    for library in LIBRARIES {
        copy(&debian.join(libraries).join(library), &root.join(libraries).join(library))?;
    }
    let loader = Path::new(platform.loader);
    let name = loader.file_name().unwrap_or_default();
    copy(&debian.join(libraries).join(name), &root.join(loader))?;
    for package in PACKAGES {
        let notice = Path::new("usr/share/doc").join(package).join("copyright");
        copy(&debian.join(&notice), &root.join(&notice))?;
    }
    let mut certificates = super::entries(&debian.join("usr/share/ca-certificates/mozilla"))?;
    certificates.sort();
    let mut bundle = Vec::new();
    for certificate in certificates {
        bundle.extend(fs::read(&certificate).map_err(|error| Failure::io(certificate.display(), &error))?);
    }
    for folder in ["etc/ssl/certs", "data", "tmp"] {
        make_anew(&root.join(folder))?;
    }
    write(&root.join("etc/ssl/certs/ca-certificates.crt"), bundle)?;
    write(&root.join("etc/passwd"), format!("root:x:0:0::/:\ndaybook:x:{USER}:{USER}::/data:\n"))?;
    write(&root.join("etc/group"), format!("root:x:0:\ndaybook:x:{USER}:\n"))?;
    write(&root.join("etc/nsswitch.conf"), "hosts: files dns\n")
}

/// Packs the root. The data folder belongs to the program's user, which does not need root.
fn layer(release: &Release, folder: &Path, root: &Path) -> Result<PathBuf, Failure> {
    let layer = folder.join("layer.tar");
    let parts: [(&str, &str, &[&str]); 3] = [
        ("0", "u=rwX,go=rX", &["--exclude=./data", "--exclude=./tmp", "."]),
        (USER, "0700", &["./data"]),
        ("0", "1777", &["./tmp"]),
    ];
    for (owner, mode, names) in parts {
        let mut pack = release.tar(root);
        pack.args([format!("--owner={owner}"), format!("--group={owner}"), format!("--mode={mode}")]);
        process::run(pack.arg("--append").arg("--file").arg(&layer).args(names))?;
    }
    Ok(layer)
}

/// A file that is named by its checksum.
struct Blob {
    digest: String,
    size: u64,
}

impl Blob {
    fn of_text(folder: &Path, text: &str) -> Result<Self, Failure> {
        let file = folder.join("new");
        write(&file, text)?;
        Self::of_file(folder, &file)
    }

    fn of_file(folder: &Path, file: &Path) -> Result<Self, Failure> {
        let digest = digest(file)?;
        let moved = fs::rename(file, folder.join(&digest)).and_then(|()| fs::metadata(folder.join(&digest)));
        let size = moved.map_err(|error| Failure::io(file.display(), &error))?.len();
        Ok(Self { digest, size })
    }

    fn json(&self, kind: &str) -> String {
        let Self { digest, size } = self;
        format!(r#""mediaType":"application/vnd.oci.image.{kind}","digest":"sha256:{digest}","size":{size}"#)
    }
}

fn digest(file: &Path) -> Result<String, Failure> {
    let line = process::read(process::command("sha256sum", Path::new("/")).arg(file))?;
    Ok(line.split(' ').next().unwrap_or_default().to_owned())
}

/// No port is published. The health check is Docker's own field, which others ignore.
fn config(release: &Release, platform: &Platform, layer: &str, packages: &str) -> String {
    let values = [
        ("@ARCHITECTURE@", platform.architecture),
        ("@COMMIT@", &release.commit),
        ("@DATE@", &release.date),
        ("@DEBIAN@", packages),
        ("@LAYER@", layer),
        ("@USER@", USER),
        ("@VERSION@", &release.version),
    ];
    values.iter().fold(CONFIG.to_owned(), |config, (name, value)| config.replace(name, value))
}

fn manifest(config: &Blob, layer: &Blob) -> String {
    let (config, layer) = (config.json("config.v1+json"), layer.json("layer.v1.tar+gzip"));
    let kind = "application/vnd.oci.image.manifest.v1+json";
    format!(r#"{{"schemaVersion":2,"mediaType":"{kind}","config":{{{config}}},"layers":[{{{layer}}}]}}"#)
}

/// Names the image for Podman and for Docker.
fn index(release: &Release, platform: &Platform, manifest: &Blob) -> String {
    let (name, architecture) = (format!("localhost/daybook:{}", release.version), platform.architecture);
    let manifest = manifest.json("manifest.v1+json");
    let platform = format!(r#"{{"architecture":"{architecture}","os":"linux"}}"#);
    let names = format!(r#"{{"org.opencontainers.image.ref.name":"{name}","io.containerd.image.name":"{name}"}}"#);
    let kind = "application/vnd.oci.image.index.v1+json";
    let only = format!(r#"{{{manifest},"platform":{platform},"annotations":{names}}}"#);
    format!(r#"{{"schemaVersion":2,"mediaType":"{kind}","manifests":[{only}]}}"#)
}

#[cfg(test)]
mod tests {
    use super::super::platform::PLATFORMS;
    use super::*;

    #[test]
    fn the_image_says_which_commit_and_which_packages_are_in_it() {
        let [version, commit, time, date] = ["1.0.0", "0a1b2c3d4", "0", "1970-01-01"].map(str::to_owned);
        let release = Release { version, commit, time, date };
        let config = config(&release, &PLATFORMS[1], "5f", "libc6 2.36");
        for said in ["0a1b2c3d4", "\"1.0.0\"", "libc6 2.36", "sha256:5f", "\"arm64\"", "\"10001:10001\"", "1970-01-01T"]
        {
            assert!(config.contains(said), "{said} is missing: {config}");
        }
        assert!(!config.contains('@'), "a value is missing: {config}");
    }
}
