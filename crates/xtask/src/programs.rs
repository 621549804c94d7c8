//! Programs that the Rust tests start beside the portal: those of the machine, or unpacked ones where packages may be fetched.
//!
//! Debian's packages would set up and start a server of their own, so they are unpacked and not installed.

use std::path::{Path, PathBuf};

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System};
use crate::project::Project;

/// A program: its package, its path in the package, and the variable that names it to the tests. The proxies are in front of two
/// instances, and promtool reads the metrics and tries the alerts.
const PROGRAMS: [(&str, &str, &str); 3] = [
    ("nginx", "usr/sbin/nginx", "DAYBOOK_NGINX"),
    ("caddy", "usr/bin/caddy", "DAYBOOK_CADDY"),
    ("prometheus", "usr/bin/promtool", "DAYBOOK_PROMTOOL"),
];

/// The variables for the tests, each with a program.
pub(crate) fn find_or_unpack(project: &Project) -> Result<Vec<(&'static str, PathBuf)>, Failure> {
    let folder = project.notes().join("programs");
    let mut is_updated = false;
    let mut found = Vec::new();
    for (package, program, variable) in PROGRAMS {
        let unpacked = folder.join(program);
        let mut path = find(&unpacked);
        if path.is_none() && apt::may_install() {
            println!("{package} is missing: unpacking it from Debian's package.");
            if !is_updated {
                apt::update()?;
                is_updated = true;
            }
            apt::unpack(package, &folder)?;
            path = find(&unpacked);
        }
        let path = path.ok_or_else(|| Failure::new(advice(System::of_this_machine(), package)))?;
        println!("From {package}: {}", path.display());
        found.push((variable, path));
    }
    Ok(found)
}

/// The program in PATH, else the one that was unpacked. Distributions keep servers in a folder that only root has in PATH.
fn find(unpacked: &Path) -> Option<PathBuf> {
    let name = unpacked.file_name()?.to_str()?;
    let others =
        [PathBuf::from("/usr/sbin").join(name), unpacked.to_path_buf()].into_iter().filter(|path| path.is_file());
    machine::in_path(name).into_iter().chain(others).next()
}

fn advice(system: System, package: &str) -> String {
    let line = match system {
        System::Debian | System::DebianLike => format!("sudo apt-get install {package}"),
        System::Fedora if package == "prometheus" => "sudo dnf install golang-github-prometheus".to_owned(),
        System::Fedora => format!("sudo dnf install {package}"),
        System::Arch => format!("sudo pacman -S {package}"),
        System::MacOs => format!("brew install {package}"),
        System::Other => {
            return format!("the tests start programs of {package}, which are not in the PATH of this machine.");
        }
    };
    format!("the tests start programs of {package}, and this machine has none. Install it and try again:\n\n    {line}")
}
