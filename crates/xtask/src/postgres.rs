//! The PostgreSQL server's programs: found, or installed where that is allowed.
//!
//! Starting a server is [`crate::cluster`]'s part.

use std::fs;
use std::path::{Path, PathBuf};

use crate::apt;
use crate::failure::Failure;
use crate::machine::{self, System, Version};

/// A cluster needs all of these, from one folder so that they are of one version.
const PROGRAMS: [&str; 4] = ["initdb", "pg_ctl", "postgres", "psql"];

/// Folders that hold one folder for each version, as `PARENT/VERSION/bin`.
const PARENTS: [&str; 3] = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"];

/// With this file in place, Debian's package brings the programs but starts no server of its own.
const DROP_IN_FOLDER: &str = "/etc/postgresql-common/createcluster.d";
const DROP_IN: &str = "daybook.conf";

/// The folder with the server's programs.
#[derive(Debug)]
pub(crate) struct Programs(PathBuf);

impl Programs {
    /// Finds the programs, installs them from Debian's packages where that is allowed, or stops
    /// with the line that installs them.
    pub(crate) fn find_or_install() -> Result<Self, Failure> {
        let mut found = Self::find();
        if found.is_none() && apt::may_install() {
            println!("PostgreSQL is missing: installing it from Debian's package postgresql.");
            install()?;
            found = Self::find();
        }
        found.ok_or_else(|| Failure::new(advice(System::of_this_machine())))
    }

    pub(crate) fn path(&self, program: &str) -> PathBuf {
        self.0.join(program)
    }

    fn find() -> Option<Self> {
        let folder = candidates().into_iter().find(|folder| complete(folder))?;
        let version = machine::version_line(&folder.join("postgres"))?;
        println!("{version}: {}", folder.display());
        Some(Self(folder))
    }
}

fn complete(folder: &Path) -> bool {
    PROGRAMS.iter().all(|program| folder.join(program).is_file())
}

/// Folders to look at, the one in PATH first, then the newest version.
fn candidates() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = PARENTS
        .iter()
        .filter_map(|parent| fs::read_dir(parent).ok())
        .flat_map(|entries| entries.flatten().map(|entry| entry.path().join("bin")))
        .filter(|folder| folder.join("initdb").is_file())
        .collect();
    folders.sort_by_key(|folder| machine::version_line(&folder.join("initdb")).and_then(|line| Version::read(&line)));
    // A link in PATH leads to the folder where all the programs lie.
    folders.extend(
        machine::in_path("initdb")
            .and_then(|program| fs::canonicalize(program).ok())
            .and_then(|program| program.parent().map(Path::to_path_buf)),
    );
    folders.reverse();
    folders
}

/// Installs Debian's package without the server that it would set up and start: the tests start
/// one of their own.
fn install() -> Result<(), Failure> {
    apt::update()?;
    apt::install("postgresql-common")?;
    let folder = Path::new(DROP_IN_FOLDER);
    let made_folder = !folder.exists();
    let file = folder.join(DROP_IN);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(&file, "create_main_cluster = false\n"))
        .map_err(|error| Failure::io(file.display(), &error))?;
    let installed = apt::install("postgresql");
    // The setting was for this one installation. What cannot be removed does no harm.
    let _ = fs::remove_file(&file);
    if made_folder {
        let _ = fs::remove_dir(folder);
    }
    installed
}

fn advice(system: System) -> String {
    let line = match system {
        System::Debian | System::DebianLike => "sudo apt-get install postgresql",
        System::Fedora => "sudo dnf install postgresql-server",
        System::Arch => "sudo pacman -S postgresql",
        System::MacOs => "brew install postgresql@17",
        System::Other => {
            return "the tests start a PostgreSQL server of their own, and this machine has no \
                    initdb, pg_ctl, postgres and psql in its PATH. Install PostgreSQL's server and try again."
                .to_owned();
        }
    };
    format!(
        "the tests start a PostgreSQL server of their own, and this machine has no PostgreSQL \
         server programs. Install them and try again:\n\n    {line}"
    )
}
