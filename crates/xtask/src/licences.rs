//! The notices of the crates in the program: gathered by cargo-about, kept in `crates/web/licences/crates.txt`.

use crate::failure::Failure;
use crate::process;
use crate::project::Project;
use crate::release;

/// Updates the file. A test compares it with the lock file.
pub(crate) fn write(project: &Project) -> Result<(), Failure> {
    let folder = project.root().join("crates/web/licences");
    let mut about = process::command(release::about(project)?, project.root());
    about.args(["generate", "--locked", "--fail", "--manifest-path", "crates/daybook/Cargo.toml"]);
    about.arg("--config").arg(folder.join("about.toml")).arg("--output-file").arg(folder.join("crates.txt"));
    process::run(about.arg(folder.join("about.hbs")))
}
