//! The proxies that the tests start before two instances: found, or unpacked where packages may be fetched.
//!
//! Debian's packages would set up and start a server of their own, so they are unpacked and not installed.

use std::path::{Path, PathBuf};

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System};
use crate::project::Project;

/// A proxy: its package, its program there, and the variable that names the program to the tests.
const PROXIES: [(&str, &str, &str); 2] =
    [("nginx", "usr/sbin/nginx", "DAYBOOK_NGINX"), ("caddy", "usr/bin/caddy", "DAYBOOK_CADDY")];

/// The variables for the tests, each with a program.
pub(crate) fn find_or_unpack(project: &Project) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    let folder = project.notes().join("proxies");
    let mut is_updated = false;
    let mut found = Vec::new();
    for (package, program, variable) in PROXIES {
        let unpacked = folder.join(program);
        let mut path = find(package, &unpacked);
        if path.is_none() && apt::may_install() {
            println!("{package} is missing: unpacking it from Debian's package.");
            if !is_updated {
                apt::update()?;
                is_updated = true;
            }
            apt::unpack(package, &folder)?;
            path = find(package, &unpacked);
        }
        let path = path.ok_or_else(|| Failure::new(advice(System::of_this_machine(), package)))?;
        println!("{package}: {}", path.display());
        found.push((variable, path));
    }
    Ok(found)
}

/// Distributions keep it where only root looks for programs.
fn find(package: &str, unpacked: &Path) -> Option<PathBuf> {
    let of_root = PathBuf::from("/usr/sbin").join(package);
    let others = [of_root, unpacked.to_path_buf()].into_iter().filter(|path| path.is_file());
    machine::in_path(package).into_iter().chain(others).next()
}

fn advice(system: System, package: &str) -> String {
    let line = match system {
        System::Debian | System::DebianLike => format!("sudo apt-get install {package}"),
        System::Fedora => format!("sudo dnf install {package}"),
        System::Arch => format!("sudo pacman -S {package}"),
        System::MacOs => format!("brew install {package}"),
        System::Other => return format!("the tests start {package}, which is not in the PATH of this machine."),
    };
    format!("the tests start {package}, and this machine has none. Install it and try again:\n\n    {line}")
}
