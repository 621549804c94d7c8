//! What is asked of the audit log.

use application::ports::{ActedBy, AuditFilter, AuditOrder};
use domain::Instant;
use domain::id::UserId;
use sea_orm::DbBackend;
use uuid::Uuid;

use super::{BY_ID, DAY, Expected};
use crate::audit::{chain, page, verifications};

pub(super) fn of_the_audit_log(backend: DbBackend) -> Vec<Expected> {
    [of_the_chain(backend), of_verifications(backend), of_pages(backend)].concat()
}

fn of_the_chain(backend: DbBackend) -> Vec<Expected> {
    let [subjects, events, seals] = chain::PRUNE;
    vec![
        (chain::CHAIN.to_owned(), vec![], "pk_audit_chain"),
        (chain::gaps_statement(backend), vec![], "pk_audit_gaps"),
        (chain::late_statement(backend), vec!["1000"], "pk_audit_gaps"),
        (chain::newer_statement(backend), vec!["7", "1000"], "pk_events"),
        (chain::newer_statement(backend), vec!["7", "1000"], "pk_event_subjects"),
        (chain::BACKLOG.to_owned(), vec![], "pk_events"),
        (chain::entries_statement(backend, 500), vec!["7"], "pk_audit_seals"),
        (chain::entries_statement(backend, 500), vec!["7"], "ux_audit_seals_event"),
        (chain::close_gaps(backend), vec!["'7,8'"], "pk_audit_gaps"),
        (chain::give_up_gaps(backend), vec!["'7,8'"], "pk_events"),
        (chain::MOVE_CHECKPOINT.to_owned(), vec!["7", "'it'"], "pk_audit_chain"),
        (subjects.to_owned(), vec!["7"], "pk_audit_seals"),
        (subjects.to_owned(), vec!["7"], "pk_event_subjects"),
        (events.to_owned(), vec!["7"], "pk_events"),
        (seals.to_owned(), vec!["7"], "pk_audit_seals"),
    ]
}

fn of_verifications(backend: DbBackend) -> Vec<Expected> {
    // Of the running one there is one.
    let keeps =
        if backend == DbBackend::Postgres { "ux_audit_verifications_running" } else { "pk_audit_verifications" };
    let kept = vec!["1", BY_ID, "7", "7", "'it'", DAY, "NULL", "NULL", "NULL", "NULL"];
    vec![
        (verifications::LAST.to_owned(), vec![], "pk_audit_verifications"),
        (verifications::LAST_FINISHED.to_owned(), vec![], "pk_audit_verifications"),
        (verifications::LAST_NIGHT.to_owned(), vec![], "ix_audit_verifications_night"),
        (verifications::TAKE.to_owned(), vec![BY_ID, DAY, DAY], "ux_audit_verifications_running"),
        (verifications::KEEP.to_owned(), kept, keeps),
    ]
}

/// Each filter by itself, from the newest event and from the oldest.
fn of_pages(backend: DbBackend) -> Vec<Expected> {
    let (person, day) = (UserId::new(Uuid::from_u128(1)), Instant::default());
    let of = |kinds: &[&'static str]| AuditFilter { kinds: kinds.to_vec(), ..AuditFilter::default() };
    let by = |by| AuditFilter { actor: Some(by), ..AuditFilter::default() };
    let filters = [
        (AuditFilter::default(), vec![], "pk_events"),
        (of(&["day-frozen"]), vec!["'day-frozen'"], "ix_events_kind"),
        (of(&["day-frozen", "signed-in"]), vec!["'day-frozen'", "'signed-in'"], "ix_events_kind"),
        (of(&["day-submitted"]), vec!["'day-submitted'"], "pk_events"),
        (AuditFilter { except: &["signed-in"], ..AuditFilter::default() }, vec!["'signed-in'"], "pk_events"),
        (by(ActedBy::Person(person)), vec![BY_ID], "ix_events_actor"),
        (by(ActedBy::Nobody), vec![], "ix_events_nobody"),
        (AuditFilter { subject: Some(person), ..AuditFilter::default() }, vec![BY_ID], "ix_event_subjects_user"),
        (AuditFilter { from: Some(day), ..AuditFilter::default() }, vec![DAY, DAY], "ix_events_day"),
        (AuditFilter { until: Some(day), ..AuditFilter::default() }, vec![DAY, DAY], "ix_events_day"),
    ];
    let ids = if backend == DbBackend::Postgres { BY_ID } else { "'[\"0192f0c1000070008000000000000001\"]'" };
    let mut all = vec![
        (page::subjects_statement(backend), vec!["'7,8'", "20"], "pk_event_subjects"),
        (page::names_statement(backend), vec![ids], "pk_users"),
    ];
    for (filter, values, index) in filters {
        let values = [vec!["7", "51"], values].concat();
        for order in [AuditOrder::Below(7), AuditOrder::Above(7)] {
            all.push((page::page_statement(backend, &filter, order, 51).0, values.clone(), index));
        }
        all.push((page::count_statement(backend, &filter, 51).0, values, index));
    }
    all
}
