//! The tools of a release: those of Rust are built once into this project's folder, zig comes from Python's registry, the rest from
//! Debian.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use crate::apt;
use crate::failure::Failure;
use crate::machine;
use crate::process;
use crate::project::Project;
use crate::python;

/// The folders of tools, below the notes of a project.
const CARGO_TOOLS: &str = "tools";
const ZIG: &str = "zig";

/// Programs, with their packages in Debian.
const FROM_DEBIAN: [(&str, &str); 3] =
    [("lintian", "lintian"), ("mmdebstrap", "mmdebstrap"), ("qemu-aarch64-static", "qemu-user-static")];

/// The cargo tools and their versions.
const DEB: [&str; 2] = ["cargo-deb", "3.8.0"];
const CYCLONEDX: [&str; 2] = ["cargo-cyclonedx", "0.5.9"];
const ABOUT: [&str; 2] = ["cargo-about", "0.9.3"];

pub(super) struct Tools {
    pub(super) deb: PathBuf,
    pub(super) cyclonedx: PathBuf,
    /// The folder of `cargo-zigbuild` and of the Python that has zig.
    pub(super) zig: PathBuf,
}

impl Tools {
    pub(super) fn find_or_install(project: &Project) -> Result<Self, Failure> {
        for (program, package) in FROM_DEBIAN {
            if machine::in_path(program).is_some() {
                continue;
            }
            if !apt::may_install() {
                return Err(Failure::new(format!(
                    "a release is made on Debian with its package {package}:\n\n    \
                     sudo apt-get install --no-install-recommends {package}"
                )));
            }
            apt::update()?;
            apt::install(package)?;
        }
        let zigbuild = python::environment(project, "crates/xtask/release/requirements.txt", ZIG, "cargo-zigbuild")?;
        let zig = zigbuild.parent().map(PathBuf::from).unwrap_or_default();
        Ok(Self { deb: cargo_tool(project, DEB, &[])?, cyclonedx: cargo_tool(project, CYCLONEDX, &[])?, zig })
    }
}

/// The tool that gathers the notices of the crates.
pub(crate) fn about(project: &Project) -> Result<PathBuf, Failure> {
    cargo_tool(project, ABOUT, &["cli"])
}

/// A cargo tool in exactly that version, with the features that its program needs; `cargo install` does nothing where it is installed.
fn cargo_tool(project: &Project, [name, version]: [&str; 2], features: &[&str]) -> Result<PathBuf, Failure> {
    let folder = project.notes().join(CARGO_TOOLS);
    let mut install = project.cargo(["install", "--quiet", "--locked", name, "--version", version]);
    install.args(features.iter().flat_map(|feature| ["--features", feature]));
    process::run(install.arg("--root").arg(&folder))?;
    Ok(folder.join("bin").join(name))
}

/// Links the tools of this project into a clone.
pub(super) fn lend(project: &Project, clone: &Project) -> Result<(), Failure> {
    let notes = clone.notes();
    fs::create_dir_all(&notes)
        .and_then(|()| {
            [CARGO_TOOLS, ZIG].iter().try_for_each(|name| symlink(project.notes().join(name), notes.join(name)))
        })
        .map_err(|error| Failure::io(notes.display(), &error))
}
