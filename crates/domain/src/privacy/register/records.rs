//! The tables of days, leave and closed months.

use super::{Columns, Table};
use crate::privacy::Category::{Days, Leave, Months, Pay};

pub(super) const TABLES: &[Table] = &[
    Table::new(
        "timesheets",
        "A day that a person has recorded.",
        &[
            Columns::of(
                Days,
                "user_id",
                &[
                    "user_id",
                    "date",
                    "half_hours",
                    "description",
                    "status",
                    "comment",
                    "is_resubmission",
                    "rejected_on",
                    "decided_at",
                    "created_at",
                    "updated_at",
                ],
            ),
            Columns::of(Days, "decided_by", &["decided_by"]),
            Columns::of(Days, "decided_for", &["decided_for"]),
            Columns::plain(&["id", "version"]),
        ],
    ),
    Table::new(
        "timesheet_versions",
        "How a recorded day once was.",
        &[
            Columns::of(
                Days,
                "timesheet_id",
                &["timesheet_id", "at", "half_hours", "description", "status", "comment"],
            ),
            Columns::of(Days, "actor_id", &["actor_id"]),
            Columns::of(Days, "on_behalf_of", &["on_behalf_of"]),
            Columns::plain(&["version"]),
        ],
    ),
    Table::new(
        "decided_counts",
        "How many days of a person were approved and rejected.",
        &[Columns::of(Days, "user_id", &["user_id", "approved", "rejected"])],
    ),
    Table::new(
        "resubmissions",
        "A rejected day that came back corrected.",
        &[
            Columns::of(
                Days,
                "user_id",
                &[
                    "user_id",
                    "timesheet_id",
                    "previous_half_hours",
                    "previous_description",
                    "original_comment",
                    "created_at",
                    "viewed_at",
                ],
            ),
            Columns::plain(&["id", "version"]),
        ],
    ),
    Table::new(
        "unlocks",
        "A day that was unlocked, or that somebody asked to unlock.",
        &[
            Columns::of(
                Days,
                "user_id",
                &["user_id", "date", "reason", "status", "created_at", "used_at", "decided_at", "decision_comment"],
            ),
            Columns::of(Days, "created_by", &["created_by"]),
            Columns::of(Days, "on_behalf_of", &["on_behalf_of"]),
            Columns::of(Days, "decided_by", &["decided_by"]),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "absences",
        "A working day that ended without an entry.",
        &[Columns::of(Days, "user_id", &["user_id", "date", "marked_at", "mailed_on"])],
    ),
    Table::new(
        "accepted_days",
        "An open day with which a month was closed.",
        &[
            Columns::of(Days, "user_id", &["user_id", "date", "note", "accepted_at"]),
            Columns::of(Days, "accepted_by", &["accepted_by"]),
        ],
    ),
    Table::new(
        "leave_requests",
        "A request for leave.",
        &[
            Columns::of(
                Leave,
                "user_id",
                &[
                    "user_id",
                    "leave_type_id",
                    "start_date",
                    "start_part",
                    "end_date",
                    "end_part",
                    "half_days",
                    "reason",
                    "status",
                    "asked_last_day",
                    "created_at",
                    "updated_at",
                ],
            ),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "leave_steps",
        "What happened to a request for leave.",
        &[
            Columns::of(Leave, "request_id", &["request_id", "at", "what", "comment"]),
            Columns::of(Leave, "by_id", &["by_id"]),
            Columns::of(Leave, "on_behalf_of", &["on_behalf_of"]),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "leave_halves",
        "Half a day of leave.",
        &[Columns::of(Leave, "user_id", &["user_id", "date", "half", "request_id", "counts"])],
    ),
    Table::new(
        "leave_ledger",
        "What was added to a balance of leave, or taken from it.",
        &[
            Columns::of(
                Leave,
                "user_id",
                &[
                    "user_id",
                    "leave_type_id",
                    "year",
                    "kind",
                    "half_days",
                    "date",
                    "note",
                    "request_id",
                    "created_at",
                    "opening_number",
                ],
            ),
            Columns::of(Leave, "by_id", &["by_id"]),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "months",
        "A month, and how far it is closed.",
        &[
            Columns::of(Months, "samples", &["samples"]),
            Columns::plain(&[
                "first_day",
                "last_day",
                "is_closed",
                "revision",
                "close_id",
                "closing_until",
                "told_through",
                "checked_at",
                "differences",
                "checksum_holds",
            ]),
        ],
    ),
    Table::new(
        "month_revisions",
        "A close of a month.",
        &[
            Columns::of(
                Months,
                "closed_by",
                &["closed_by", "closed_at", "reason", "closer_first_name", "closer_last_name"],
            ),
            Columns::of(Months, "exported_by", &["exported_by", "exported_at"]),
            Columns::of(Months, "reopened_by", &["reopened_by", "reopened_at", "reopen_reason"]),
            Columns::plain(&[
                "month",
                "revision",
                "employees",
                "blocked",
                "currency",
                "good_percent",
                "checksum",
                "organisation",
                "minutes_ahead",
                "told_through",
                "form",
            ]),
        ],
    ),
    Table::new(
        "month_rows",
        "A person in a closed month.",
        &[
            Columns::of(
                Months,
                "user_id",
                &[
                    "employee_number",
                    "user_id",
                    "first_name",
                    "last_name",
                    "department",
                    "search_text",
                    "scheduled",
                    "working",
                    "approved",
                    "pending",
                    "paid_leave",
                    "unpaid_leave",
                    "extra",
                    "approved_half_hours",
                    "external_id",
                ],
            ),
            Columns::of(Pay, "user_id", &["annual_cents", "salary_since", "base_cents", "gross_cents"]),
            Columns::plain(&["month", "revision"]),
        ],
    ),
];
