//! Who is told of leave: one notice and one mail for each request, in calls about several too (leave.md 6).

use super::letter::{LeaveLetter, TeamLeaveLetter, TeamLeaveNews};
use crate::Result;
use crate::mail::{by_choice, send_at_once};
use crate::ports::{Addressees, NewMail, Recipient, StoredLeave};
use crate::work::Work;
use domain::id::UserId;
use domain::mail_choices::{MailKind, MailTiming};
use domain::notice::leave::{LeaveNews, link, notice};

/// Tells people what became of their requests, as they are now. A fixed number of statements.
pub(super) async fn tell_employees(
    work: &Work<'_>,
    news: LeaveNews,
    requests: &[&StoredLeave],
    comment: Option<&str>,
) -> Result<()> {
    let told = |leave: &&StoredLeave| {
        (leave.person.id, notice(news, &leave.type_name, leave.period, leave.days, leave.id, comment))
    };
    work.notify(requests.iter().map(told).collect()).await?;
    let people: Vec<UserId> = requests.iter().map(|leave| leave.person.id).collect();
    let wanting =
        work.mail_choices().wanting(MailKind::Leave, MailTiming::Instant, &Addressees::People(people)).await?;
    let mail = |leave: &&StoredLeave| {
        let to = wanting.iter().find(|recipient| recipient.user == leave.person.id)?;
        let letter = LeaveLetter {
            news,
            leave_type: leave.type_name.clone(),
            period: leave.period.to_string(),
            days: leave.days.in_words(),
            comment: comment.map(str::to_owned),
            path: link(leave.period, leave.id),
        };
        Some(by_choice(work, &letter, to.clone()))
    };
    let mails: Vec<NewMail> = requests.iter().filter_map(mail).collect();
    Ok(work.mails().enqueue(&mails).await?)
}

/// Tells those who decide about leave of a person what that person does.
pub(super) async fn tell_deciders(work: &Work<'_>, news: TeamLeaveNews, leave: &StoredLeave) -> Result<()> {
    let Some(manager) = leave.manager_id() else { return Ok(()) };
    let letter = |to: &Recipient| {
        Some(TeamLeaveLetter {
            employee: leave.person.name.clone(),
            news,
            leave_type: leave.type_name.clone(),
            period: leave.period.to_string(),
            days: leave.days.in_words(),
            to: to.role,
        })
    };
    send_at_once(work, MailKind::Leave, &Addressees::TeamOf(manager, work.moment.today), letter).await
}
