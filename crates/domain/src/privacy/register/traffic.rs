//! The tables of messages, of sign-ins, and of the audit log.

use super::{Columns, Table};
use crate::privacy::Category::{History, Messages, SignIns};

pub(super) const TABLES: &[Table] = &[
    Table::new(
        "notices",
        "A notice of the portal to a person.",
        &[
            Columns::of(Messages, "user_id", &["user_id", "kind", "title", "body", "date", "link", "digest", "created_at", "read_at"]),
            Columns::plain(&["id"]),
        ],
    )
    .removed("a year after it was read"),
    Table::new(
        "mails",
        "A mail that waits, or that was sent: to whom, when, what about.",
        &[
            Columns::of(Messages, "recipient", &["recipient", "kind", "letter", "created_at", "sent_at", "last_error"]),
            Columns::plain(&["id", "state", "attempts", "next_at", "claimed_until"]),
        ],
    )
    .removed("the text as soon as it is sent, the record 30 days later; the link in a mail that was given up 30 days after the request"),
    Table::new(
        "mail_choices",
        "Which mails a person wants, and when.",
        &[
            Columns::of(Messages, "user_id", &["user_id", "kind", "timing"]),
        ],
    ),
    Table::new(
        "month_reminders",
        "That a person was reminded before a month was closed.",
        &[
            Columns::of(Messages, "user_id", &["user_id", "month", "day", "kind"]),
        ],
    ),
    Table::new(
        "leave_feeds",
        "The fingerprint of the link to the calendar of a person.",
        &[
            Columns::of(Messages, "user_id", &["user_id", "fingerprint", "created_at"]),
        ],
    ),
    Table::new(
        "sessions",
        "A sign-in, with its IP address.",
        &[
            Columns::of(SignIns, "user_id", &["id", "user_id", "created_at", "expires_at", "ended_at", "end_reason", "ip", "provider_session", "id_token", "issuer"]),
        ],
    )
    .removed("90 days after their latest possible end; the token of a provider at that end"),
    Table::new(
        "last_sign_ins",
        "When a person last signed in.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "at"]),
        ],
    ),
    Table::new(
        "known_addresses",
        "An IP address from which a person signs in.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "address", "last_success_at"]),
        ],
    )
    .removed("30 days after the last sign-in from there"),
    Table::new(
        "throttles",
        "Counted attempts, by account or IP address.",
        &[
            Columns::of(SignIns, "bucket", &["bucket", "attempts", "updated_at"]),
        ],
    )
    .removed("an hour after the last attempt"),
    Table::new(
        "credentials",
        "The key of a second factor, or a recovery code.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "kind", "data", "name", "created_at", "last_used_at", "last_step"]),
            Columns::plain(&["id"]),
        ],
    )
    .removed("a key that no code has confirmed 15 minutes after it was made"),
    Table::new(
        "identities",
        "An account at a provider of sign-in that belongs to a person.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "provider", "issuer", "subject", "email", "sets_role", "linked_at", "last_used_at"]),
            Columns::plain(&["id"]),
        ],
    ),
    Table::new(
        "sign_in_codes",
        "A sign-in by a provider that the page has yet to pick up.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "provider_session", "id_token", "issuer"]),
            Columns::plain(&["fingerprint", "expires_at"]),
        ],
    )
    .removed("after a minute"),
    Table::new(
        "reset_links",
        "The fingerprint of a link that sets a new password.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "fingerprint", "expires_at"]),
        ],
    )
    .removed("when the link expires"),
    Table::new(
        "reset_requests",
        "An address for which somebody has asked for such a link.",
        &[
            Columns::of(SignIns, "email", &["email", "asked_at"]),
            Columns::plain(&["id"]),
        ],
    )
    .removed("a day after the request"),
    Table::new(
        "invitations",
        "When a person is to be invited.",
        &[
            Columns::of(SignIns, "user_id", &["user_id", "due_at"]),
        ],
    ),
    Table::new(
        "events",
        "An entry of the audit log.",
        &[
            Columns::of(History, "actor_id", &["actor_id", "actor_role", "session_id", "request_id", "address", "source", "kind", "at"]),
            Columns::of(History, "on_behalf_of", &["on_behalf_of"]),
            Columns::of(History, "seq", &["payload", "audience"]),
            Columns::plain(&["seq", "id"]),
        ],
    )
    .removed("when it is older than *Months the audit log is kept*"),
    Table::new(
        "event_subjects",
        "Whom an entry of the audit log is about.",
        &[
            Columns::of(History, "user_id", &["user_id"]),
            Columns::plain(&["event_seq"]),
        ],
    )
    .removed("with the entry"),
];
