//! How the outbox is doing. The mails that were sent, most of them, are passed by.

use application::ports::{MailFigures, UnsentMail};
use constcat::concat;

use crate::row::{number, row};

row! {
    FIGURE_COLUMNS, figures("mails") -> MailFigures {
        waiting: ["(SELECT count(*) FROM mails WHERE state = 'waiting')" => number],
        given_up: ["(SELECT count(*) FROM mails WHERE state = 'given-up')" => number],
        sent: ["(SELECT count(*) FROM mails WHERE state = 'sent' AND sent_at >= $1)" => number],
        oldest_waiting: "(SELECT min(created_at) FROM mails WHERE state = 'waiting')",
    }
}

pub(crate) const FIGURES: &str = concat!("SELECT ", FIGURE_COLUMNS);

row! {
    UNSENT_COLUMNS, unsent("mails") -> UnsentMail {
        kind: "m.kind",
        to: "m.recipient",
        since: "m.created_at",
        attempts: "m.attempts",
        next_at: "m.next_at",
        last_error: "m.last_error",
    }
}

/// Those that were given up first, which nobody else tries. Each half goes by the index of its state. Of mails of one moment the one with
/// the higher id is the newer one.
pub(crate) const UNSENT: &str = concat!(
    "SELECT ",
    UNSENT_COLUMNS,
    ", m.id, 0 FROM mails m WHERE m.state = 'given-up' UNION ALL SELECT ",
    UNSENT_COLUMNS,
    ", m.id, 1 FROM mails m WHERE m.state = 'waiting' ORDER BY 8, 3 DESC, 7 DESC LIMIT $1"
);
