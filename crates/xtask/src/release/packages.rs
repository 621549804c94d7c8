//! The tarball and the Debian package: the program with its manual, its units and its notices.

use std::path::Path;

use super::platform::Platform;
use super::tools::Tools;
use super::{Release, copy, dist, entries, make_anew, program, write};
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

/// The files of the clone in the tarball, in addition to the examples.
const FROM_CLONE: [&str; 10] = [
    "LICENSE",
    "CHANGELOG.md",
    "docs/access.md",
    "docs/import.md",
    "docs/operations.md",
    "docs/privacy.md",
    "docs/scale.md",
    "docs/security.md",
    "docs/sign-in.md",
    "docs/upgrading.md",
];
/// Units, settings and other examples.
const EXAMPLES: &str = "docs/deploy";
const PRINTED: [&str; 5] = ["daybook.1", "daybook.bash", "_daybook", "daybook.fish", "licences.txt"];

pub(super) fn tarball(
    project: &Project,
    release: &Release,
    platform: &Platform,
    contents: &Path,
) -> Result<(), Failure> {
    let folder = project.notes().join("release/tarball");
    make_anew(&folder)?;
    let name = format!("daybook-{}-{}", release.version, platform.name);
    let inside = folder.join(&name);
    copy(&program::built(project, platform), &inside.join("daybook"))?;
    for file in FROM_CLONE {
        copy(&project.root().join(file), &inside.join(file))?;
    }
    for example in entries(&project.root().join(EXAMPLES))? {
        copy(&example, &inside.join(EXAMPLES).join(example.file_name().unwrap_or_default()))?;
    }
    for file in PRINTED {
        copy(&contents.join(file), &inside.join(file))?;
    }
    let tar = folder.join("daybook.tar");
    let mut pack = release.tar(&folder);
    process::run(
        pack.args(["--owner=0", "--group=0", "--mode=u=rwX,go=rX", "--create", "--file"]).arg(&tar).arg(&name),
    )?;
    process::run(process::command("gzip", &folder).args(["-9n"]).arg(&tar))?;
    copy(&tar.with_extension("tar.gz"), &release.file(project, &format!("-{}.tar.gz", platform.name)))
}

/// Calls cargo-deb with what `crates/daybook/Cargo.toml` says, and lintian on the result.
pub(super) fn debian(
    project: &Project,
    release: &Release,
    platform: &Platform,
    tools: &Tools,
    contents: &Path,
) -> Result<(), Failure> {
    // cargo-deb looks in the folder of the platform for the files that the manifest names in target/release.
    let package = project.target().join(platform.triple).join("release/package");
    make_anew(&package)?;
    for file in ["daybook.bash", "_daybook", "daybook.fish", "lintian"] {
        copy(&contents.join(file), &package.join(file))?;
    }
    // Debian wants these compressed, and its own changelog beside ours.
    let compressed = [
        (contents.join("daybook.1"), "daybook.1.gz"),
        (contents.join("licences.txt"), "licences.txt.gz"),
        (project.root().join("CHANGELOG.md"), "changelog.gz"),
        (contents.join("changelog"), "changelog.Debian.gz"),
    ];
    for (from, name) in compressed {
        let mut gzip = process::command("gzip", project.root());
        let packed = process::capture(gzip.args(["-9nc"]).arg(&from))?;
        write(&package.join(name), packed.stdout)?;
    }
    let made = dist(project).join(format!("daybook_{}-1_{}.deb", release.version, platform.architecture));
    let mut deb = process::command(&tools.deb, project.root());
    deb.args(["--package", "daybook", "--no-build", "--no-strip", "--locked", "--target", platform.triple, "--output"]);
    process::run(deb.arg(&made).env("SOURCE_DATE_EPOCH", &release.time).env("CARGO_TARGET_DIR", project.target()))?;
    process::run(process::command("lintian", project.root()).args(["--fail-on", "error", "--allow-root"]).arg(&made))
}
