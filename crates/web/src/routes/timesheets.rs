//! The caller's own days, and those that a caller may read.

use crate::dto::envelope::Answer;
use crate::dto::requests::{CalendarQuery, MyQuery, SubmitRequest};
use crate::dto::timesheets::{CalendarAnswer, OwnTimesheets, TimesheetData};
use crate::error::Failure;
use crate::input::{Call, Json, Params};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::{ReadTimesheets, RecordDays};
use crate::reply::{Created, Outcome};
use application::timesheets::{self, Submission};

/// A person's entries, newest first: a month, a year, or the last 12 months.
#[utoipa::path(
    get,
    path = "/api/timesheets/my",
    operation_id = "myTimesheets",
    tag = "timesheets",
    params(MyQuery),
    responses((status = 200, description = "Entries and weeks", body = Answer<OwnTimesheets>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn my(call: Call<ReadTimesheets, Params<MyQuery>>) -> Outcome<OwnTimesheets> {
    let (Params(query), call) = call.input();
    let (period, user) = (query.period()?, query.user_id);
    let mine =
        call.read(move |ports, caller| async move { timesheets::mine(&ports, &caller, period, user).await }).await?;
    Ok(Answer::of(mine.into()))
}

/// A month as the employee sees it: what each day is, whether it can be edited, and why not.
#[utoipa::path(
    get,
    path = "/api/timesheets/calendar",
    operation_id = "calendar",
    tag = "timesheets",
    params(CalendarQuery),
    responses((status = 200, description = "The month", body = Answer<CalendarAnswer>), QueryRefusals),
    security(("bearer" = [])),
)]
pub async fn calendar(call: Call<ReadTimesheets, Params<CalendarQuery>>) -> Outcome<CalendarAnswer> {
    let (Params(query), call) = call.input();
    let (month, user) = (query.month()?, query.user_id);
    let calendar =
        call.read(move |ports, caller| async move { timesheets::calendar(&ports, &caller, month, user).await }).await?;
    Ok(Answer::of(calendar.into()))
}

/// Records a day, or corrects one that was rejected or unlocked.
#[utoipa::path(
    post,
    path = "/api/timesheets/my",
    operation_id = "submitTimesheet",
    tag = "timesheets",
    request_body = SubmitRequest,
    responses((status = 200, description = "Changed", body = Answer<TimesheetData>), (status = 201, description = "Recorded", body = Answer<TimesheetData>), WriteRefusals),
    security(("bearer" = [])),
)]
pub async fn submit(call: Call<RecordDays, Json<SubmitRequest>>) -> Result<Created<TimesheetData>, Failure> {
    let (Json(SubmitRequest { date, hours, description }), call) = call.input();
    let submission = Submission { date, hours, description };
    let saved =
        call.write(|ports, caller| async move { timesheets::submit(&ports, &caller, submission).await }).await?;
    let timesheet = saved.entry.into();
    Ok(Created {
        is_new: saved.is_new,
        answer: Answer::saying("Timesheet submitted successfully!", TimesheetData { timesheet }),
    })
}
