//! Accounts by role.

use application::ports::RoleAccounts;

use crate::row::{number, row};

row! {
    COLUMNS, by_role("users") -> RoleAccounts {
        role: "u.role",
        accounts: ["count(*)" => number],
        active: ["count(*) FILTER (WHERE u.is_active AND NOT u.is_blocked)" => number],
        blocked: ["count(*) FILTER (WHERE u.is_active AND u.is_blocked)" => number],
        inactive: ["count(*) FILTER (WHERE NOT u.is_active)" => number],
        never_signed_in: ["count(*) FILTER (WHERE s.at IS NULL)" => number],
        not_lately: ["count(*) FILTER (WHERE s.at < $1)" => number],
        temporary_passwords: ["count(*) FILTER (WHERE u.is_active AND u.is_first_login AND u.password_hash <> '')" => number],
    }
}

pub(crate) const BY_ROLE: &str = constcat::concat!(
    "SELECT ",
    COLUMNS,
    " FROM users u LEFT JOIN last_sign_ins s ON s.user_id = u.id GROUP BY u.role"
);
