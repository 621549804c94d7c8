//! Where the project lies on this machine, and the programs that are started in it.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// The clone that the command works on.
pub(crate) struct Project {
    root: PathBuf,
    target: PathBuf,
}

impl Project {
    /// Finds the clone from what cargo tells the programs that it runs.
    pub(crate) fn find() -> Result<Self, Failure> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest)
            .ancestors()
            .find(|folder| folder.join("Cargo.lock").is_file())
            .ok_or_else(|| Failure::new("run this with “cargo xtask” inside a clone of Daybook."))?
            .to_path_buf();
        // This program lies in TARGET/debug, wherever cargo was told to put TARGET.
        let target = env::current_exe()
            .ok()
            .and_then(|program| program.ancestors().nth(2).map(Path::to_path_buf))
            .unwrap_or_else(|| root.join("target"));
        Ok(Self { root, target })
    }

    /// Another clone, which cargo builds in its own folder.
    pub(crate) fn at(root: PathBuf) -> Self {
        let target = root.join("target");
        Self { root, target }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn frontend(&self) -> PathBuf {
        self.root.join("frontend")
    }

    /// A folder for what these commands remember between two runs.
    pub(crate) fn notes(&self) -> PathBuf {
        self.target.join("xtask")
    }

    /// Where cargo builds.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// A program that cargo has built in the profile's folder, `debug` or `release`.
    pub(crate) fn built(&self, profile: &str, program: &str) -> PathBuf {
        self.target.join(profile).join(program)
    }

    /// The cargo that started this command, in the clone's top folder.
    pub(crate) fn cargo<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let program = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = process::command(program, &self.root);
        command.args(arguments);
        command
    }

    /// npm, in the front end's folder.
    pub(crate) fn npm<const N: usize>(&self, arguments: [&str; N]) -> Command {
        let mut command = process::command("npm", &self.frontend());
        command.args(arguments);
        command
    }

    /// A program that one of the front end's packages brings, in the front end's folder.
    pub(crate) fn package_program<const N: usize>(&self, program: &str, arguments: [&str; N]) -> Command {
        let path = self.frontend().join("node_modules/.bin").join(program);
        let mut command = process::command(path, &self.frontend());
        command.args(arguments);
        command
    }

    /// One of the small programs in `frontend/scripts`, run by node.
    pub(crate) fn script<const N: usize>(&self, script: &str, arguments: [&str; N]) -> Command {
        let mut command = process::command("node", &self.frontend());
        command.arg(format!("scripts/{script}")).args(arguments);
        command
    }
}
