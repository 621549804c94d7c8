//! An account for somebody whom only their provider of sign-in knows.

use super::register::{create, give_leave};
use crate::Result;
use crate::ports::NewPerson;
use crate::work::Work;
use domain::id::UserId;
use domain::person::service::at_creation;
use domain::person::{EmailAddress, FullName, Role, Standing};

/// Creates an account without a password, whose joining date HR enters, and returns how it stands. `Conflict(EmailTaken)` where the
/// address has one.
pub(crate) async fn create_unknown(
    work: &Work<'_>,
    user: UserId,
    name: FullName,
    email: EmailAddress,
    role: Role,
) -> Result<Standing> {
    let standing = Standing { role, is_active: true, is_blocked: false };
    let person = NewPerson {
        id: user,
        employee_id: work.people().next_employee_id().await?,
        name,
        email,
        role,
        department: None,
        position: None,
        joining_date: None,
        manager: None,
        is_active: true,
        service: at_creation(standing, None, work.moment.today),
        hash: None,
        is_first_login: false,
        created_at: work.moment.now,
    };
    create(work, &person, None, None).await?;
    give_leave(work, &person).await?;
    Ok(standing)
}
