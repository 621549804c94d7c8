//! The use cases that write, each as a whole request: the session is looked up first, where there is one.

use std::collections::HashMap;
use std::net::IpAddr;

use application::accounts::{FirstAdmin, first_admin};
use application::approvals::{Decision, Verdict, decide, mark_viewed};
use application::notices::mark_read;
use application::sessions::{Caller, Credentials, authenticate, first_password, login, logout};
use application::timesheets::{Submission, submit};
use application::{Conflict, Error, Ports};
use domain::id::{NoticeId, ResubmissionId};
use domain::person::{EmailAddress, NewPassword};
use domain::session::SessionEnd;
use domain::timesheet::Refusal;
use testkit::database::TestDatabase;
use uuid::Uuid;

use crate::portal::{self, ANN, BLOCKED, BOBS, MANAGER, NEWCOMER, PENDING, RETURNED, TOO_MUCH, june};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    Login,
    LoginAtAKnownAddress,
    LoginWithAWrongPassword,
    LoginWhileBlocked,
    LoginWhileTheQueueIsFull,
    FirstPassword,
    Logout,
    NewDay,
    Correction,
    Resubmission,
    Approval,
    Rejection,
    ViewedResubmissions,
    ReadNotices,
    FirstAdmin,
    /// No use case of the portal: one that does its work in two halves, to see that this is noticed.
    InTwoHalves,
}

impl Case {
    /// Brings an empty database to where the use case begins.
    pub(crate) async fn prepare(self, database: &TestDatabase) {
        if self != Self::FirstAdmin {
            portal::fill(database).await;
        }
    }

    pub(crate) async fn act(self, ports: &Ports) -> Result<String, Error> {
        match self {
            Self::Login => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.7").await,
            Self::LoginAtAKnownAddress => sign_in(ports, ANN, &portal::password(ANN), "192.0.2.9").await,
            Self::LoginWithAWrongPassword => sign_in(ports, ANN, "a guess", "192.0.2.7").await,
            Self::LoginWhileBlocked => sign_in(ports, BLOCKED, &portal::password(BLOCKED), "192.0.2.7").await,
            Self::LoginWhileTheQueueIsFull => sign_in(ports, ANN, TOO_MUCH, "192.0.2.7").await,
            Self::FirstPassword => {
                let caller = caller(ports, NEWCOMER).await?;
                let address = IpAddr::from([192, 0, 2, 7]);
                told(first_password(ports, &caller, address, "my own secret", "my own secret").await)
            }
            Self::Logout => {
                let caller = caller(ports, ANN).await?;
                told(logout(ports, &caller).await)
            }
            Self::NewDay => record(ports, 10).await,
            Self::Correction => record(ports, portal::UNLOCKED).await,
            Self::Resubmission => record(ports, portal::REJECTED).await,
            Self::Approval => judge(ports, Verdict::Approve).await,
            Self::Rejection => judge(ports, Verdict::Reject("Please add the project".into())).await,
            Self::ViewedResubmissions => {
                let caller = caller(ports, MANAGER).await?;
                told(mark_viewed(ports, &caller, &[ResubmissionId::new(Uuid::from_u128(700))]).await)
            }
            Self::ReadNotices => {
                let caller = caller(ports, ANN).await?;
                told(mark_read(ports, &caller, &[900, 901].map(|n| NoticeId::new(Uuid::from_u128(n)))).await)
            }
            Self::FirstAdmin => {
                let admin = FirstAdmin {
                    email: EmailAddress::parse("admin@example.org").unwrap(),
                    password: NewPassword::parse("first secret", "first secret").unwrap(),
                    is_generated: true,
                };
                told(first_admin(ports, &admin).await)
            }
            Self::InTwoHalves => told(in_two_halves(ports).await),
        }
    }

    /// What the undisturbed use case answers.
    pub(crate) fn outcome(self) -> Result<String, Error> {
        let answer = match self {
            Self::LoginWithAWrongPassword => return Err(Error::InvalidCredentials),
            Self::LoginWhileBlocked => return Err(Error::AccountBlocked),
            Self::LoginWhileTheQueueIsFull => return Err(Error::Overloaded),
            Self::Login | Self::LoginAtAKnownAddress => "\"person1@example.org\"",
            Self::FirstPassword | Self::Logout | Self::InTwoHalves => "()",
            Self::NewDay => "(2026-06-10, true, false)",
            Self::Correction => "(2026-06-05, false, false)",
            Self::Resubmission => "(2026-06-08, false, true)",
            Self::Approval | Self::Rejection => "3",
            Self::ViewedResubmissions => "1",
            Self::ReadNotices => "2",
            Self::FirstAdmin => "true",
        };
        Ok(answer.to_owned())
    }

    /// What it answers where everything had happened already: a success without an effect, or a refusal that says so.
    pub(crate) fn outcome_of_a_repeat(self) -> Result<String, Error> {
        match self {
            Self::Logout => Err(Error::SessionEnded(SessionEnd::Logout)),
            Self::FirstPassword => Err(Conflict::NotFirstLogin.into()),
            Self::NewDay | Self::Correction | Self::Resubmission => Err(Refusal::AlreadySubmitted.into()),
            Self::Approval | Self::Rejection | Self::ViewedResubmissions | Self::ReadNotices => Ok("0".into()),
            Self::FirstAdmin => Ok("false".into()),
            _ => self.outcome(),
        }
    }

    /// Whether it takes places in budgets before it does anything else.
    pub(crate) fn counts_attempts(self) -> bool {
        matches!(
            self,
            Self::Login
                | Self::LoginAtAKnownAddress
                | Self::LoginWithAWrongPassword
                | Self::LoginWhileBlocked
                | Self::LoginWhileTheQueueIsFull
                | Self::FirstPassword
        )
    }

    /// How many attempts stay counted when nothing goes wrong.
    pub(crate) fn attempts_kept(self) -> usize {
        usize::from(self == Self::LoginWithAWrongPassword)
    }

    /// Whether a repeat is meant to start something new: a login starts another session, and ends the one before it.
    pub(crate) fn is_new_each_time(self) -> bool {
        matches!(self, Self::Login | Self::LoginAtAKnownAddress)
    }
}

fn told<T: std::fmt::Debug>(answer: Result<T, Error>) -> Result<String, Error> {
    answer.map(|answer| format!("{answer:?}"))
}

async fn caller(ports: &Ports, n: u128) -> Result<Caller, Error> {
    authenticate(ports, &n.to_string()).await
}

async fn sign_in(ports: &Ports, n: u128, password: &str, address: &str) -> Result<String, Error> {
    let typed = Credentials { email: portal::email(n), password: password.into(), address: address.parse().unwrap() };
    told(login(ports, typed).await.map(|signed_in| signed_in.email))
}

async fn record(ports: &Ports, day: u128) -> Result<String, Error> {
    let caller = caller(ports, ANN).await?;
    let submission = Submission { date: june(day), hours: 7.5, description: "Wrote it down".into() };
    let submitted = submit(ports, &caller, submission).await;
    told(submitted.map(|done| (done.entry.entry.date, done.is_new, done.entry.entry.is_resubmission)))
}

async fn judge(ports: &Ports, verdict: Verdict) -> Result<String, Error> {
    let caller = caller(ports, MANAGER).await?;
    let ids = [PENDING, RETURNED, BOBS].map(portal::entry_id).to_vec();
    told(decide(ports, &caller, Decision { ids, expected: HashMap::new(), verdict }).await)
}

async fn in_two_halves(ports: &Ports) -> Result<(), Error> {
    for notice in [900, 901] {
        let work = ports.store.begin().await?;
        work.inbox().read_notices(&[NoticeId::new(Uuid::from_u128(notice))], portal::now()).await?;
        work.commit().await?;
    }
    Ok(())
}
