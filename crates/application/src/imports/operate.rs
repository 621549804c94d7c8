//! Imports by the operator's command: those of an administrator without a name.

use super::apply::{Wanted, apply as apply_plan};
use super::make::{SentFile, plan_file};
use super::rows::gathered;
use super::{Action, Import, ImportRow};
use crate::people::Author;
use crate::{Ports, Result};
use domain::id::ImportId;

/// See [`super::plan_file`].
pub async fn plan(ports: &Ports, file: SentFile) -> Result<Import> {
    plan_file(ports, &Author::operator(), file).await
}

/// The rows of a plan, of this action alone if there is one, in the order of the file.
pub async fn rows(ports: &Ports, id: ImportId, action: Option<Action>) -> Result<Vec<ImportRow>> {
    gathered(ports, id, action).await
}

/// See [`super::apply`]. An import that was left behind comes first.
pub async fn apply(ports: &Ports, id: ImportId, wanted: Wanted) -> Result<Import> {
    while super::resume_next(ports).await? {}
    apply_plan(ports, &Author::operator(), id, wanted).await
}
