//! The bill of materials: one `CycloneDX` document of the crates in the program and the packages of its front end.

use super::platform::PLATFORMS;
use super::tools::Tools;
use super::{Release, make_anew};
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

pub(super) fn write(project: &Project, release: &Release, tools: &Tools) -> Result<(), Failure> {
    // cargo-cyclonedx leaves a document beside the manifest of each crate, so it works in a copy.
    let folder = project.notes().join("release/materials");
    make_anew(&folder)?;
    process::run(process::command("git", &folder).args(["clone", "--quiet", "--shared"]).arg(project.root()).arg("."))?;
    let mut crates = process::command(&tools.cyclonedx, &folder);
    crates.args(["cyclonedx", "--format", "json", "--spec-version", "1.5", "--override-filename", "crates", "--quiet"]);
    let [here, ..] = &PLATFORMS;
    crates.args(["--no-build-deps", "--target", here.triple]);
    process::run(crates.env("SOURCE_DATE_EPOCH", &release.time))?;
    let mut packages = project.npm(["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--package-lock-only"]);
    let packages = process::read(&mut packages)?;
    let listed = folder.join("packages.json");
    super::write(&listed, packages)?;
    let mut join = project.script("materials.mjs", []);
    join.arg(folder.join("crates/daybook/crates.json")).arg(listed).args([&release.time]).arg(&folder);
    super::write(&release.file(project, ".cdx.json"), process::read(&mut join)?)
}
