//! Draws the table of countries and their holidays anew, from the package `holidays` of Python's registry.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::failure::Failure;
use crate::process;
use crate::project::Project;
use crate::python;

/// Names the package and what it needs, each in one version.
const REQUIREMENTS: &str = "crates/xtask/holidays/requirements.txt";
const SCRIPT: &str = "crates/xtask/holidays/draw.py";
/// Where the table and its licence are.
const FOLDER: &str = "crates/domain/data";
/// This year and the next: a release is in use for some years, and people look two ahead.
const YEARS: u64 = 5;
/// The mean year of the calendar.
const SECONDS_OF_A_YEAR: u64 = 31_556_952;

pub(crate) fn draw(project: &Project) -> Result<(), Failure> {
    let python = python::environment(project, REQUIREMENTS, "holidays", "python")?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let first = 1970 + now / SECONDS_OF_A_YEAR;
    let mut draw = process::command(&python, project.root());
    draw.arg(SCRIPT).arg(first.to_string()).arg((first + YEARS - 1).to_string()).arg(FOLDER);
    process::run(draw.env("PYTHONDONTWRITEBYTECODE", "1"))
}
