//! An import of one holiday.

use std::sync::OnceLock;

use application::imports::{ImportMode, SentFile, Wanted, apply, plan_file};
use application::{Error, Ports};
use domain::id::ImportId;
use domain::import::{Choices, ImportKind};
use testkit::contents::Contents;
use testkit::database::TestDatabase;

use crate::acts::caller;
use crate::portal::{self, HR};

/// The plan of [`keep`]. Its id is the same in every database.
static PLAN: OnceLock<ImportId> = OnceLock::new();

/// HR plans a file.
pub(crate) async fn planned(ports: &Ports) -> Result<String, Error> {
    let plan = plan_file(ports, &caller(ports, HR).await?, file()).await?;
    Ok(format!("{:?}", plan.counts.create))
}

fn file() -> SentFile {
    SentFile {
        kind: ImportKind::Holidays,
        name: "days.csv".to_owned(),
        is_calendar: false,
        bytes: b"Date,Name\n2027-06-19,Midsummer\n".as_slice().into(),
        encoding: None,
        separator: None,
        choices: Choices::default(),
        records_from: None,
    }
}

/// There is a plan.
pub(crate) async fn keep(database: &TestDatabase) {
    let ports = portal::ports(database, 500_000);
    let plan = plan_file(&ports, &caller(&ports, HR).await.unwrap(), file()).await.unwrap();
    PLAN.get_or_init(|| plan.id);
}

/// HR applies it.
pub(crate) async fn applied(ports: &Ports) -> Result<String, Error> {
    let wanted = Wanted { mode: ImportMode::All, invite: None };
    let id = *PLAN.get().unwrap();
    Ok(apply(ports, &caller(ports, HR).await?, id, wanted).await?.message().unwrap_or_default())
}

/// How an import was to be applied that was taken back concerns nobody: it is said anew each time.
pub(crate) fn forget_wanted(contents: &mut Contents) {
    for import in contents.get_mut("imports").expect("a table of imports") {
        for column in ["mode", "invite_at", "holder", "held_until"] {
            import.remove(column).expect("a column of imports");
        }
    }
}
