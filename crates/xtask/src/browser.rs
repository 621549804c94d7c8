//! The browser for the browser tests: found, or installed where that is allowed.

use std::env;
use std::path::PathBuf;

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System};

/// Names the browser to use where none of the usual ones is wanted.
pub(crate) const SETTING: &str = "DAYBOOK_CHROMIUM";

/// Chromium without a window and all that belongs to one: the same engine, which opens a page in half the time.
const SHELL: &str = "chromium-headless-shell";
const PROGRAMS: [&str; 5] = [SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
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
    if machine::in_path(SHELL).is_none() && apt::may_install() {
        install()?;
    }
    find().ok_or_else(|| Failure::new(advice(System::of_this_machine())))
}

/// Installs the quick one, which an older Debian does not have, or at least one of them.
fn install() -> Result<(), Failure> {
    let is_missing = PROGRAMS.iter().all(|program| machine::in_path(program).is_none());
    println!("The browser tests take less time in Debian's package {SHELL}: installing it.");
    if is_missing {
        apt::update()?;
    }
    match apt::install(SHELL) {
        Err(_) if is_missing => apt::install("chromium"),
        Err(_) => Ok(()),
        installed => installed,
    }
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
        System::Debian => "sudo apt-get install --no-install-recommends chromium-headless-shell",
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
