//! The page of promises: its test draws `docs/promises.md` from the tags on all tests, and writes it where it is told to.

use crate::failure::Failure;
use crate::process;
use crate::project::Project;

pub(crate) fn write(project: &Project) -> Result<(), Failure> {
    let mut test = project.cargo(["test", "--workspace", "--test", "promises_page"]);
    process::run(test.env("DAYBOOK_WRITE_DOCS", "1"))
}
