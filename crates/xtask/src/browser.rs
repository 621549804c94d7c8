//! The browser for the browser tests: found, or installed where that is allowed.

use std::env;
use std::path::PathBuf;

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System};

/// Names the browser to use where none of the usual ones is wanted.
pub(crate) const SETTING: &str = "DAYBOOK_CHROMIUM";

const PROGRAMS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_PROGRAM: &str = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/// Finds Chromium, installs it from Debian's packages where that is allowed, or stops with the
/// line that installs it.
pub(crate) fn find_or_install() -> Result<PathBuf, Failure> {
    if let Some(path) = env::var_os(SETTING).map(PathBuf::from) {
        return match machine::version_line(&path) {
            Some(version) => Ok(found(path, &version)),
            None => Err(Failure::new(format!("{SETTING} names {}, which does not run.", path.display()))),
        };
    }
    if let Some(path) = find() {
        return Ok(path);
    }
    if apt::may_install() {
        println!("Chromium is missing: installing it from Debian's package chromium.");
        apt::update()?;
        apt::install("chromium")?;
        if let Some(path) = find() {
            return Ok(path);
        }
    }
    Err(Failure::new(advice(System::of_this_machine())))
}

fn find() -> Option<PathBuf> {
    let named = PROGRAMS.iter().filter_map(|program| machine::in_path(program));
    named
        .chain([PathBuf::from(MAC_PROGRAM)])
        .find_map(|path| machine::version_line(&path).map(|version| found(path, &version)))
}

fn found(path: PathBuf, version: &str) -> PathBuf {
    println!("{version}: {}", path.display());
    path
}

fn advice(system: System) -> String {
    let line = match system {
        System::Debian => "sudo apt-get install --no-install-recommends chromium",
        System::DebianLike => "sudo apt-get install chromium-browser",
        System::Fedora => "sudo dnf install chromium",
        System::Arch => "sudo pacman -S chromium",
        System::MacOs => "brew install --cask google-chrome",
        System::Other => {
            return format!(
                "the browser tests run in Chromium or Chrome, and this machine has neither in its PATH. \
                 Install one, or name it in {SETTING}, and try again."
            );
        }
    };
    format!(
        "the browser tests run in Chromium or Chrome, and this machine has neither in its PATH. \
         Install it and try again:\n\n    {line}\n\nor name the program in {SETTING}."
    )
}
