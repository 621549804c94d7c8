//! The tables about accounts, and those that name an account as the author of something about the organisation.

use super::{Columns, Table};
use crate::privacy::Category::{Account, Pay, SignIns};

pub(super) const TABLES: &[Table] = &[
    Table::new(
        "users",
        "A person with an account.",
        &[
            Columns::of(
                Account,
                "id",
                &[
                    "id",
                    "employee_number",
                    "external_id",
                    "external_key",
                    "email",
                    "first_name",
                    "last_name",
                    "phone_number",
                    "role",
                    "department",
                    "designation",
                    "position",
                    "joining_date",
                    "records_from",
                    "manager_id",
                    "is_active",
                    "is_blocked",
                    "is_break_glass",
                    "deactivated_at",
                    "role_since",
                    "created_at",
                    "updated_at",
                    "search_text",
                    "sort_name",
                ],
            ),
            Columns::of(Pay, "id", &["salary_cents"]),
            Columns::of(SignIns, "id", &["password_hash", "is_first_login", "temporary_since"]),
        ],
    ),
    Table::new(
        "person_changes",
        "That an account was changed, for the memory of the instances.",
        &[Columns::of(Account, "user_id", &["user_id"]), Columns::plain(&["number"])],
    ),
    Table::new(
        "service_periods",
        "Days from which and until which a person is in service.",
        &[Columns::of(Account, "user_id", &["user_id", "first_day", "last_day"])],
    ),
    Table::new(
        "tenures",
        "What the days in service were derived from.",
        &[Columns::of(Account, "user_id", &["user_id", "number", "began", "ended", "is_original"])],
    ),
    Table::new(
        "work_pattern_lists",
        "How often the working hours of a person, or of the organisation, were changed.",
        &[Columns::of(Account, "owner_id", &["owner_id"]), Columns::plain(&["version"])],
    ),
    Table::new(
        "work_patterns",
        "Working days and hours of a person, or of the organisation, from a day on.",
        &[
            Columns::of(
                Account,
                "owner_id",
                &["owner_id", "starts_on", "weekdays", "full_day_half_hours", "half_day_half_hours", "set_at"],
            ),
            Columns::of(Account, "set_by", &["set_by"]),
        ],
    ),
    Table::new(
        "substitutions",
        "A period in which somebody decides in the place of a manager.",
        &[
            Columns::of(
                Account,
                "manager_id",
                &["manager_id", "first_day", "last_day", "reason", "created_at", "ended_at"],
            ),
            Columns::of(Account, "substitute_id", &["substitute_id"]),
            Columns::of(Account, "created_by", &["created_by"]),
            Columns::of(Account, "ended_by", &["ended_by"]),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "salaries",
        "A salary from a day on.",
        &[
            Columns::of(Pay, "user_id", &["user_id", "starts_on", "salary_cents", "set_at"]),
            Columns::of(Pay, "set_by", &["set_by"]),
        ],
    ),
    Table::new(
        "imports",
        "A plan to import a file, and who made it.",
        &[
            Columns::of(Account, "owner_id", &["owner_id", "file", "reason"]),
            Columns::plain(&[
                "id",
                "kind",
                "records_from",
                "to_create",
                "to_change",
                "same",
                "refused",
                "created_at",
                "expires_at",
                "is_complete",
                "state",
                "mode",
                "invite_at",
                "pass",
                "through_line",
                "applied_rows",
                "applied_at",
                "holder",
                "held_until",
            ]),
        ],
    )
    .removed("24 hours after the plan was made"),
    Table::new(
        "import_rows",
        "A row of such a file.",
        &[
            Columns::of(Account, "who", &["who", "changes", "problem", "seen", "cells"]),
            Columns::plain(&["import_id", "line", "action", "is_readable"]),
        ],
    )
    .removed("24 hours after the plan was made"),
    Table::new(
        "holidays",
        "A holiday, and who entered it.",
        &[
            Columns::of(Account, "created_by", &["created_by"]),
            Columns::plain(&[
                "id",
                "date",
                "name",
                "description",
                "is_recurring",
                "created_at",
                "updated_at",
                "end_year",
                "calendar",
            ]),
        ],
    ),
    Table::new(
        "setting_changes",
        "How often a setting was changed, and who changed it last.",
        &[Columns::of(Account, "changed_by", &["changed_by"]), Columns::plain(&["key", "version", "changed_at"])],
    ),
];
