//! Programs from Python's registry, each in an environment of the project's own.

use std::fs;
use std::path::{Path, PathBuf};

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System, Version};
use crate::process;
use crate::project::Project;

/// Names schemathesis and everything that it needs, each in one version.
const REQUIREMENTS: &str = "crates/xtask/schemathesis/requirements.txt";
/// The oldest Python that these programs run on.
const LEAST: Version = Version(3, 11);

/// schemathesis, installed where it is missing.
pub(crate) fn schemathesis(project: &Project) -> Result<PathBuf, Failure> {
    environment(project, REQUIREMENTS, "schemathesis", "schemathesis")
}

/// A program in an environment of that name, installed unless exactly what the file of requirements names is installed already.
pub(crate) fn environment(
    project: &Project,
    requirements: &str,
    name: &str,
    program: &str,
) -> Result<PathBuf, Failure> {
    let requirements = project.root().join(requirements);
    let wanted = fs::read_to_string(&requirements).map_err(|error| Failure::io(requirements.display(), &error))?;
    let folder = project.notes().join(name);
    let program = folder.join("bin").join(program);
    let note = folder.join("installed.txt");
    if fs::read_to_string(&note).is_ok_and(|installed| installed == wanted)
        && let Some(version) = machine::version_line(&program)
    {
        println!("{version}: {}", program.display());
        return Ok(program);
    }
    let python = find_or_install()?;
    process::run(process::command(python, project.root()).args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = process::command(folder.join("bin/python"), project.root());
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&requirements);
    process::run(&mut pip)?;
    fs::write(&note, wanted).map_err(|error| Failure::io(note.display(), &error))?;
    Ok(program)
}

/// Finds Python, installs what it lacks from Debian's packages where that is allowed, or stops with the line that
/// installs it.
fn find_or_install() -> Result<PathBuf, Failure> {
    let mut found = find();
    if found.is_none() && apt::may_install() {
        println!("Python is missing, or cannot make environments: installing Debian's package python3-venv.");
        apt::update()?;
        apt::install("python3-venv")?;
        found = find();
    }
    found.ok_or_else(|| Failure::new(advice(System::of_this_machine())))
}

/// The Python in PATH, if it is new enough and can make environments, for which Debian has a package of its own.
fn find() -> Option<PathBuf> {
    let python = machine::in_path("python3")?;
    let version = machine::version_line(&python)?;
    let mut check = process::command(&python, Path::new("/"));
    let has_modules = process::capture(check.args(["-c", "import ensurepip, venv"])).ok()?.status.success();
    if !has_modules || Version::read(&version)? < LEAST {
        return None;
    }
    println!("{version}: {}", python.display());
    Some(python)
}

fn advice(system: System) -> String {
    let Version(major, minor) = LEAST;
    let missing = format!(
        "This command runs on Python {major}.{minor} or newer with its module venv, and this machine has none in its PATH."
    );
    let line = match system {
        System::Debian | System::DebianLike => "sudo apt-get install --no-install-recommends python3-venv",
        System::Fedora => "sudo dnf install python3",
        System::Arch => "sudo pacman -S python",
        System::MacOs => "brew install python",
        System::Other => return format!("{missing} Install it and try again."),
    };
    format!("{missing} Install it and try again:\n\n    {line}")
}
