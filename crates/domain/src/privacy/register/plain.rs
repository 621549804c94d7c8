//! The tables with nothing personal.

use super::{Columns, Table};

pub(super) const TABLES: &[Table] = &[
    Table::new(
        "audit_seals",
        "The place of an entry in the chain of the audit log.",
        &[Columns::plain(&["position", "event_seq", "hash"])],
    )
    .removed("with the entry"),
    Table::new(
        "audit_chain",
        "The end of that chain.",
        &[Columns::plain(&[
            "id",
            "position",
            "hash",
            "sealed_at",
            "newest_seq",
            "checkpoint_position",
            "checkpoint_hash",
        ])],
    ),
    Table::new(
        "audit_gaps",
        "A number that no entry of the audit log has yet.",
        &[Columns::plain(&["event_seq", "noticed_at", "writers"])],
    ),
    Table::new(
        "audit_verifications",
        "A verification of the audit log.",
        &[Columns::plain(&[
            "number",
            "started_at",
            "finished_at",
            "night",
            "total",
            "checked",
            "checkpoint_position",
            "checkpoint_hash",
            "through_position",
            "through_hash",
            "reached_position",
            "reached_hash",
            "broken_position",
            "broken_seq",
            "broken_at",
            "broken_kind",
            "is_running",
            "holder",
            "held_until",
        ])],
    ),
    Table::new("counters", "The next number of something.", &[Columns::plain(&["name", "value"])]),
    Table::new(
        "instances",
        "A running instance of the portal.",
        &[Columns::plain(&[
            "id",
            "name",
            "version",
            "newest_migration",
            "secret",
            "public_url",
            "registration",
            "organisation",
            "beats",
            "seen_at",
        ])],
    ),
    Table::new(
        "job_runs",
        "The last run of a job.",
        &[Columns::plain(&["job", "began_at", "duration_ms", "error", "failed_at"])],
    ),
    Table::new(
        "leave_types",
        "A type of leave.",
        &[Columns::plain(&[
            "id",
            "name",
            "name_key",
            "is_paid",
            "needs_approval",
            "backdate_days",
            "is_active",
            "version",
        ])],
    ),
    Table::new(
        "leave_terms",
        "How much leave of a type there is from a year on.",
        &[Columns::plain(&[
            "leave_type_id",
            "from_year",
            "annual_half_days",
            "carry_over_half_days",
            "carry_over_until",
        ])],
    ),
    Table::new(
        "seaql_migrations",
        "A change of the schema that has been made.",
        &[Columns::plain(&["version", "applied_at"])],
    ),
    Table::new(
        "setting_values",
        "The value of a setting from a day on.",
        &[Columns::plain(&["key", "starts_on", "value"])],
    ),
    Table::new("settings", "What the portal keeps for itself.", &[Columns::plain(&["key", "value"])]),
    Table::new(
        "used_flows",
        "The fingerprint of what may come once in a sign-in by a provider.",
        &[Columns::plain(&["fingerprint", "ends_at"])],
    )
    .removed("when the sign-in would have ended"),
];
