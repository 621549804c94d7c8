//! Opening balances of leave (moving-in.md 1.6).

mod decide;

use super::subjects::{Subjects, account_keys};
use super::{Action, DueRow, FieldChange, FileRow, Kind, Options, Outcome, PlannedRow};
use crate::leave_ledger::{NewOpening, set_openings};
use crate::people::Author;
use crate::ports::{AccountKeys, OfAccount};
use crate::work::Work;
use crate::{Ports, Result};
use async_trait::async_trait;
use chrono::Datelike;
use decide::{Decided, Known, decide};
use domain::access::Capability;
use domain::import::balances::BalanceRow;
use domain::leave::{EnteredOpening, LeaveType, Opening};

/// The kind of the balances.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Balances;

#[async_trait]
impl Kind for Balances {
    type Row = BalanceRow;

    async fn plan(
        &self,
        ports: &Ports,
        author: &Author,
        _: &Options,
        rows: &[FileRow<BalanceRow>],
    ) -> Result<Vec<PlannedRow>> {
        author.actor.require(Capability::AdjustLeave)?;
        let types = ports.reads.leave_types().leave_types().await?;
        let subjects =
            Subjects::of(ports.reads.accounts().accounts(&all_keys(rows.iter().map(|row| &row.value))).await?);
        let openings = ports.reads.leave_ledger().openings_of(&subjects.ids()).await?;
        let known = known(subjects, types, openings, ports.moment().today.year());
        let read: Vec<(u32, &BalanceRow)> = rows.iter().map(|row| (row.line, &row.value)).collect();
        let decided = decide(&known, &read);
        Ok(read.iter().zip(decided).map(|((line, row), decided)| planned(*line, row, decided)).collect())
    }

    async fn apply(
        &self,
        work: &Work<'_>,
        author: &Author,
        _: &Options,
        _: u32,
        rows: &[DueRow<BalanceRow>],
    ) -> Result<Vec<Outcome>> {
        author.actor.require(Capability::AdjustLeave)?;
        // Types are locked before people, and people before what is read of them.
        let types = work.leave_types().all().await?;
        let keys = all_keys(rows.iter().map(|row| &row.value));
        let users = Subjects::of(work.accounts().accounts(&keys).await?).ids();
        work.leave_ledger().lock_people(&users).await?;
        let subjects = Subjects::of(work.accounts().accounts(&keys).await?);
        let openings = work.leave_ledger().openings(&subjects.ids()).await?;
        let known = known(subjects, types, openings, work.moment.today.year());
        let read: Vec<(u32, &BalanceRow)> = rows.iter().map(|row| (row.line, &row.value)).collect();
        let (mut due, mut outcomes) = (Vec::new(), Vec::new());
        for (row, decided) in rows.iter().zip(decide(&known, &read)) {
            outcomes.push(match decided {
                Decided::Wanted(wanted) if wanted.is_there() => Outcome::Done,
                decided if decided.seen() != row.seen => Outcome::Changed,
                Decided::Refused(_, problem) => Outcome::LeftOut(problem),
                Decided::Wanted(wanted) => {
                    due.push(NewOpening {
                        user: wanted.account.id,
                        manager: wanted.account.manager,
                        leave_type: wanted.leave_type,
                        before: wanted.before.cloned(),
                        opening: wanted.opening,
                    });
                    Outcome::Done
                }
            });
        }
        set_openings(work, due).await?;
        Ok(outcomes)
    }
}

fn all_keys<'a>(rows: impl Iterator<Item = &'a BalanceRow>) -> AccountKeys {
    account_keys(rows.map(BalanceRow::keys))
}

fn known(subjects: Subjects, types: Vec<LeaveType>, openings: Vec<OfAccount<EnteredOpening>>, this_year: i32) -> Known {
    Known {
        subjects,
        types: types.into_iter().map(|leave_type| (leave_type.name_key(), leave_type)).collect(),
        openings: openings.into_iter().map(|of| ((of.user, of.leave_type, of.what.opening.year), of.what)).collect(),
        this_year,
    }
}

fn planned(line: u32, row: &BalanceRow, decided: Decided<'_>) -> PlannedRow {
    let seen = decided.seen();
    let who = match &decided {
        Decided::Wanted(wanted) => format!(
            "{} ({}), {} {}",
            wanted.account.name, wanted.account.employee_id, wanted.leave_type.name, wanted.opening.year
        ),
        Decided::Refused(Some(account), _) => format!("{} ({})", account.name, account.employee_id),
        Decided::Refused(None, _) => row.keys().first().1,
    };
    let (action, changes, problem) = match decided {
        Decided::Refused(_, problem) => (Action::Refuse, Vec::new(), Some(problem)),
        Decided::Wanted(wanted) if wanted.is_there() => (Action::Same, Vec::new(), None),
        Decided::Wanted(wanted) => {
            let before = wanted.before.map(|entered| &entered.opening);
            let action = if before.is_some() { Action::Change } else { Action::Create };
            (action, changes(before, &wanted.opening), None)
        }
    };
    PlannedRow { line, action, who, changes, problem, seen }
}

fn changes(before: Option<&Opening>, after: &Opening) -> Vec<FieldChange> {
    let days = (before.map(|opening| opening.days.to_string()), Some(after.days.to_string()));
    let note = (before.and_then(|opening| opening.note.clone()), after.note.clone());
    let change = |(field, (before, after)): (&'static str, (Option<String>, Option<String>))| {
        (before != after).then(|| FieldChange { field: field.into(), before, after, is_masked: false })
    };
    [("Days", days), ("Note", note)].into_iter().filter_map(change).collect()
}

#[cfg(test)]
mod tests;
