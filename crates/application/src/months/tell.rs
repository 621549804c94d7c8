//! Employees are told after a close that their statement is ready, or has changed (months.md 6).

use super::WRITE_TOGETHER;
use super::events;
use crate::events::{Audience, Event, Origin, Push, Topic};
use crate::ports::{NewNotice, Untold};
use crate::{Ports, Result};
use domain::id::UserId;
use domain::month::is_another_statement;
use domain::notice::month_closed;

/// Takes one step: tells some of the people of a revision, and says whether there was one to take. Of several instances that try
/// at once one takes it, and nobody is told twice.
pub async fn tell_next(ports: &Ports) -> Result<bool> {
    // Most of the time there is nobody to tell, and nobody is locked out to find that.
    if !ports.reads.months().has_untold().await? {
        return Ok(false);
    }
    let now = ports.clock.now();
    let work = ports.store.begin().await?;
    let limit = u32::try_from(WRITE_TOGETHER).unwrap_or(u32::MAX);
    let Some(Untold { month, revision, rows }) = work.months().untold(limit).await? else { return Ok(false) };
    let through = rows.last().map(|(row, _)| row.employee_id).filter(|_| rows.len() >= WRITE_TOGETHER);
    let notices: Vec<NewNotice> = rows
        .iter()
        .filter(|(now, before)| is_another_statement(before.as_ref().map(|before| &before.figures), &now.figures))
        .map(|(row, _)| {
            let notice = month_closed::notice(month, revision, row.figures.payable());
            NewNotice::to(ports, row.user, notice, now)
        })
        .collect();
    if !notices.is_empty() {
        work.inbox().notify(&notices).await?;
        let users: Vec<UserId> = notices.iter().map(|notice| notice.user).collect();
        let pushes = vec![Push::Changed { topic: Topic::Notifications, audience: Audience::Users(users.clone()) }];
        let what = events::month_told(month, revision, &users);
        work.events().append(&[Event::new(ports, now, Origin::job(), what, pushes)]).await?;
    }
    work.months().told(month, revision, through).await?;
    work.commit().await?;
    Ok(true)
}
