//! Which mails people have chosen. What nobody has chosen has no row: then the default of the role holds.

use application::ports::{Addressees, MailChoiceReads, MailChoiceRepository, Recipient, Result};
use async_trait::async_trait;
use constcat::concat;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::person::Role;
use sea_orm::{DbBackend, Value};

use crate::database::Database;
use crate::fault::Failure;
use crate::people::{RECIPIENT_COLUMNS, recipient};
use crate::row::{Columns, from_column};
use crate::sql::{self, Bound};
use crate::substitutions::runs;
use crate::unit::Unit;

from_column! {
    MailTiming: String => |name| Self::named(&name),
}

/// That a person `u`, who can act and whose choice of `kind` is in a row `c`, wants mails of that kind like `$1`. The defaults are
/// those of the rules.
pub(crate) fn wants(kind: MailKind) -> String {
    let wanting: Vec<String> = Role::ALL
        .into_iter()
        .filter_map(|role| Some((role, kind.offer(role)?.default.name())))
        .map(|(role, default)| format!("(u.role = '{role}' AND coalesce(c.timing, '{default}') = $1)"))
        .collect();
    format!("u.is_active AND NOT u.is_blocked AND ({})", wanting.join(" OR "))
}

/// That somebody leads the team of the manager `$3` on the day `$4`: the manager, and a substitute.
const LEADING: &str = concat!(
    "u.id IN (SELECT m.id FROM users m WHERE m.id = $3 UNION ALL SELECT x.substitute_id FROM substitutions x \
     WHERE x.manager_id = $3 AND ",
    runs!("x", "$4"),
    ")"
);

/// By hand, because it joins what may not be there.
pub(crate) fn wanting_statement(backend: DbBackend, kind: MailKind, timing: MailTiming, to: &Addressees) -> Bound {
    let mut values: Vec<Value> = vec![timing.name().into(), kind.name().into()];
    let (addressed, value) = match to {
        Addressees::People(people) => {
            (sql::among(backend, "u.id", 3), sql::ids(backend, people.iter().map(|id| id.uuid())))
        }
        Addressees::Role(role) => ("u.role = $3".to_owned(), role.name().into()),
        Addressees::TeamOf(manager, _) => (LEADING.to_owned(), manager.uuid().into()),
    };
    values.push(value);
    if let Addressees::TeamOf(_, day) = to {
        values.push((*day).into());
    }
    let statement = format!(
        "SELECT {RECIPIENT_COLUMNS} FROM users u LEFT JOIN mail_choices c ON c.user_id = u.id AND c.kind = $2 \
         WHERE {addressed} AND {} ORDER BY u.id",
        wants(kind)
    );
    (statement, values)
}

pub(crate) const OF_ONE: &str = "SELECT c.user_id, c.kind, c.timing FROM mail_choices c WHERE c.user_id = $1";

const CHOOSE: &str = "\
    INSERT INTO mail_choices (user_id, kind, timing) VALUES ($1, $2, $3) \
    ON CONFLICT (user_id, kind) DO UPDATE SET timing = excluded.timing";
const FORGET: &str = "DELETE FROM mail_choices WHERE user_id = $1 AND kind = $2";

/// A row; `None` for a kind that only a newer program knows.
fn choice(columns: &mut Columns<'_>) -> Result<Option<(MailKind, MailTiming)>, Failure> {
    let place = columns.place("mail_choices");
    columns.column::<UserId>(&place, "user_id")?;
    let kind: String = columns.take()?;
    let timing = columns.column(&place, "timing")?;
    Ok(MailKind::named(&kind).map(|kind| (kind, timing)))
}

#[async_trait]
impl MailChoiceRepository for Unit {
    async fn wanting(&self, kind: MailKind, timing: MailTiming, to: &Addressees) -> Result<Vec<Recipient>> {
        let (statement, values) = wanting_statement(self.backend(), kind, timing, to);
        self.all(statement, values, recipient).await
    }

    async fn of(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>> {
        Ok(self.all(OF_ONE, vec![user.uuid().into()], choice).await?.into_iter().flatten().collect())
    }

    async fn choose(&self, user: UserId, kind: MailKind, timing: Option<MailTiming>) -> Result<()> {
        let (statement, mut values) = match timing {
            Some(timing) => (CHOOSE, vec![timing.name().into()]),
            None => (FORGET, vec![]),
        };
        values.splice(0..0, [Value::from(user.uuid()), kind.name().into()]);
        self.change(statement, values).await?;
        Ok(())
    }
}

#[async_trait]
impl MailChoiceReads for Database {
    async fn chosen(&self, user: UserId) -> Result<Vec<(MailKind, MailTiming)>> {
        Ok(self.all(OF_ONE, vec![user.uuid().into()], choice).await?.into_iter().flatten().collect())
    }
}
