//! What is known of many accounts.

use sea_orm::DbBackend;

use super::{BY_ID, Expected};
use crate::{accounts, people, work_patterns};

/// What a file of people asks for.
pub(super) fn of_many_accounts(backend: DbBackend) -> Vec<Expected> {
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let (numbers, texts) = ("'[1001]'", "'[\"a@example.org\"]'");
    let keys = vec![ids, numbers, texts, texts];
    let indexes = ["pk_users", "ux_users_employee_number", "ux_users_external_id", "ux_users_email"];
    let accounts = indexes.map(|index| (accounts::accounts_statement(backend), keys.clone(), index));
    let mut all = Vec::from(accounts);
    all.extend([
        (accounts::ADMINS.to_owned(), vec![], "ix_users_role"),
        (accounts::tenures_statement(backend), vec![ids], "pk_tenures"),
        (accounts::pending_statement(backend), vec![ids], "ix_timesheets_pending"),
        (accounts::first_entries_statement(backend), vec![ids], "ux_timesheets_user_date"),
        (accounts::identities_statement(backend), vec![ids], "ux_identities_issuer"),
        (work_patterns::of_people_statement(backend), vec![ids], "pk_work_patterns"),
        (people::for_change_statement(backend), vec![ids], "pk_users"),
    ]);
    all
}
