//! The files beside the program in each package: man page, completions, licences, and Debian's own texts.

use std::path::PathBuf;

use super::platform::PLATFORMS;
use super::{Release, make_anew, program, write};
use crate::failure::Failure;
use crate::process;
use crate::project::Project;

/// The names of the files, with the arguments with which the program prints them.
const PRINTED: [(&str, &[&str]); 5] = [
    ("daybook.1", &["man"]),
    ("daybook.bash", &["completions", "bash"]),
    ("_daybook", &["completions", "zsh"]),
    ("daybook.fish", &["completions", "fish"]),
    ("licences.txt", &["licences"]),
];

/// Lintian's findings that are not faults.
const OVERRIDES: &str = "\
# It may hold passwords.
daybook: non-standard-file-perm 0640 != 0644 [etc/daybook/daybook.env]
";

/// Writes these files into a folder, with the program that runs on this machine.
pub(super) fn gather(project: &Project, release: &Release) -> Result<PathBuf, Failure> {
    let folder = project.notes().join("release/contents");
    make_anew(&folder)?;
    let [here, ..] = &PLATFORMS;
    for (name, words) in PRINTED {
        let mut daybook = process::command(program::built(project, here), project.root());
        write(&folder.join(name), process::read(daybook.args(words))?)?;
    }
    write(&folder.join("lintian"), OVERRIDES)?;
    let date =
        process::read(process::command("date", project.root()).args(["-Ru", "-d"]).arg(format!("@{}", release.time)))?;
    write(&folder.join("changelog"), changelog(&release.version, date.trim()))?;
    Ok(folder)
}

/// The changelog in Debian's form, which refers to the real one.
fn changelog(version: &str, date: &str) -> String {
    format!(
        "daybook ({version}-1) stable; urgency=medium\n\n  * Version {version}: see changelog.gz.\n\n \
         -- The Daybook authors <daybook@daybook.example>  {date}\n"
    )
}
