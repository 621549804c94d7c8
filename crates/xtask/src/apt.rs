//! Installing what the tests need from Debian's packages.
//!
//! Only where root runs the command on Debian, which is what a container or a build machine is.
//! On a person's own machine nothing is installed: the command stops with the line to type.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::failure::Failure;
use crate::machine::{self, System};
use crate::process;

/// Another package command may be at work: how often the list of packages is tried, and how long
/// between two tries. For the installation itself apt waits on its own.
const TRIES: u32 = 12;
const PAUSE: Duration = Duration::from_secs(10);

pub(crate) fn may_install() -> bool {
    System::of_this_machine() == System::Debian && machine::is_root() && machine::in_path("apt-get").is_some()
}

fn apt_get<const N: usize>(arguments: [&str; N]) -> Command {
    let mut command = process::command("apt-get", Path::new("/"));
    command
        .args(["-o", "DPkg::Lock::Timeout=120"])
        // Progress bars are unreadable in a log.
        .args(["-o", "Dpkg::Use-Pty=0", "-q"])
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// Fetches the list of packages. A machine that cannot may still have a list that is good enough,
/// so the verdict is left to the installation.
pub(crate) fn update() -> Result<(), Failure> {
    for _ in 1..TRIES {
        if process::succeeds(&mut apt_get(["update"]))? {
            return Ok(());
        }
        println!("The list of Debian's packages could not be fetched, or another command holds it; trying again.");
        thread::sleep(PAUSE);
    }
    process::succeeds(&mut apt_get(["update"])).map(|_| ())
}

/// Installs one package without what it merely recommends.
pub(crate) fn install(package: &str) -> Result<(), Failure> {
    process::run(&mut apt_get(["install", "--yes", "--no-install-recommends", package]))
}

/// Fetches one package and unpacks it into a folder: nothing in it is set up or started.
pub(crate) fn unpack(package: &str, folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
    process::run(apt_get(["download", package]).current_dir(folder))?;
    let files = fs::read_dir(folder).map_err(|error| Failure::io(folder.display(), &error))?;
    let is_it = |name: &OsStr| name.to_str().is_some_and(|name| name.starts_with(&format!("{package}_")));
    let mut paths = files.flatten().map(|file| file.path());
    let file = paths.find(|path| path.extension() == Some(OsStr::new("deb")) && path.file_name().is_some_and(is_it));
    let file = file.ok_or_else(|| Failure::new(format!("Debian's package {package} was not fetched.")))?;
    process::run(process::command("dpkg-deb", folder).arg("--extract").arg(&file).arg(folder))?;
    fs::remove_file(&file).map_err(|error| Failure::io(file.display(), &error))
}
