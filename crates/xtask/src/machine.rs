//! What this machine has: programs, their versions, the system's family and who runs the command.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::process;

/// The oldest Node that the front end's build tool runs on (`engines` in frontend/package.json).
const NODE: Version = Version(20, 19);
/// The npm that comes with it.
const NPM: Version = Version(10, 0);

/// The first two numbers of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version(pub(crate) u32, pub(crate) u32);

impl Version {
    /// Reads `v20.20.2`, `11.19.1`, `initdb (PostgreSQL) 15.18 (Debian …)`: the first word that
    /// starts like a version.
    pub(crate) fn read(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(|word| {
            let mut numbers = word.trim_start_matches('v').split('.');
            let major = numbers.next()?.parse().ok()?;
            let minor = numbers.next().and_then(|number| number.parse().ok()).unwrap_or(0);
            Some(Self(major, minor))
        })
    }
}

/// The systems for which the exact line that installs something is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum System {
    Debian,
    /// Built on Debian, Ubuntu among them: the same tools, but not always the same packages.
    DebianLike,
    Fedora,
    Arch,
    MacOs,
    Other,
}

impl System {
    pub(crate) fn of_this_machine() -> Self {
        if cfg!(target_os = "macos") {
            return Self::MacOs;
        }
        Self::from_release(&fs::read_to_string("/etc/os-release").unwrap_or_default())
    }

    fn from_release(release: &str) -> Self {
        let value = |key: &str| {
            release.lines().find_map(|line| line.strip_prefix(key)).map_or("", |value| value.trim_matches('"'))
        };
        let families: Vec<&str> = value("ID_LIKE=").split(' ').collect();
        match value("ID=") {
            "debian" => Self::Debian,
            "fedora" => Self::Fedora,
            "arch" => Self::Arch,
            _ if families.contains(&"debian") => Self::DebianLike,
            _ if families.contains(&"fedora") => Self::Fedora,
            _ if families.contains(&"arch") => Self::Arch,
            _ => Self::Other,
        }
    }
}

pub(crate) fn is_root() -> bool {
    process::read(process::command("id", Path::new("/")).arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// How many bytes are free in the file system of a folder. Where there is no such folder, or nobody can say, none.
pub(crate) fn room_in(folder: &Path) -> u64 {
    if !folder.is_dir() {
        return 0;
    }
    let answer = process::read(process::command("df", Path::new("/")).arg("-Pk").arg(folder));
    answer.ok().and_then(|table| available_in(&table)).unwrap_or(0)
}

/// The fourth column of the second line, in kibibytes.
fn available_in(table: &str) -> Option<u64> {
    table.lines().nth(1)?.split_whitespace().nth(3)?.parse::<u64>().ok()?.checked_mul(1024)
}

pub(crate) fn in_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// What a program prints for `--version`, or nothing where it cannot be run.
pub(crate) fn version_line(program: &Path) -> Option<String> {
    let output = Command::new(program).arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

/// Stops with a clear sentence where what every command needs is missing or too old.
pub(crate) fn check_build_tools() -> Result<(), Failure> {
    let node = at_least("Node.js", "node", NODE)?;
    let npm = at_least("npm", "npm", NPM)?;
    println!("Node.js {node}, npm {npm}");
    Ok(())
}

fn at_least(name: &str, program: &str, least: Version) -> Result<String, Failure> {
    let found = version_line(Path::new(program));
    judge(name, least, found.as_deref())
}

fn judge(name: &str, least: Version, found: Option<&str>) -> Result<String, Failure> {
    let Version(major, minor) = least;
    let wanted = format!("Daybook's front end is built with {name} {major}.{minor} or newer");
    match found.map(|text| (text, Version::read(text))) {
        Some((text, Some(version))) if version >= least => Ok(text.to_owned()),
        Some((text, _)) => {
            Err(Failure::new(format!("{wanted}, and this machine has {text}. Install a newer one and try again.")))
        }
        None => Err(Failure::new(format!("{wanted}, and this machine has none. Install it and try again."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_room_is_read_from_the_table_of_df() {
        let table = "Filesystem 1024-blocks  Used Available Capacity Mounted on\n\
                     tmpfs         24684096 65536  24618560       1% /dev/shm\n";
        assert_eq!(available_in(table), Some(24_618_560 << 10));
        assert_eq!(available_in("df: /dev/shm: No such file or directory\n"), None);
        assert_eq!(room_in(Path::new("/no/such/folder")), 0);
    }

    #[test]
    fn versions_are_read_from_what_programs_print() {
        let cases = [
            ("v20.20.2", Some(Version(20, 20))),
            ("11.19.1", Some(Version(11, 19))),
            ("initdb (PostgreSQL) 15.18 (Debian 15.18-0)", Some(Version(15, 18))),
            ("postgres (PostgreSQL) 19devel", None),
            ("psql (PostgreSQL) 18", Some(Version(18, 0))),
            ("command not found", None),
        ];
        for (text, expected) in cases {
            assert_eq!(Version::read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_tool_is_refused_with_a_sentence_that_names_both_versions() {
        assert_eq!(judge("Node.js", NODE, Some("v20.19.0")), Ok("v20.19.0".to_owned()));
        assert_eq!(judge("Node.js", NODE, Some("v24.1.0")), Ok("v24.1.0".to_owned()));
        let refused = |found| judge("Node.js", NODE, found).map_err(|failure| failure.to_string());
        assert_eq!(
            refused(Some("v18.20.1")),
            Err("Daybook's front end is built with Node.js 20.19 or newer, and this machine has v18.20.1. Install a newer one and try again.".to_owned())
        );
        assert_eq!(
            refused(None),
            Err("Daybook's front end is built with Node.js 20.19 or newer, and this machine has none. Install it and try again.".to_owned())
        );
    }

    #[test]
    fn systems_are_known_by_their_release_file() {
        let cases = [
            ("NAME=\"Debian GNU/Linux\"\nID=debian\n", System::Debian),
            ("ID=ubuntu\nID_LIKE=debian\n", System::DebianLike),
            ("ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n", System::DebianLike),
            ("ID=fedora\n", System::Fedora),
            ("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora),
            ("ID=arch\n", System::Arch),
            ("ID=alpine\n", System::Other),
            ("", System::Other),
        ];
        for (release, expected) in cases {
            assert_eq!(System::from_release(release), expected, "{release}");
        }
    }
}
