//! The caller's own days, and those that a caller may read.

use crate::attachment::Attachment;
use crate::dto::envelope::{Answer, Pagination};
use crate::dto::history::History;
use crate::dto::requests::{DaysQuery, MonthQuery, MyQuery, PageQuery, PersonQuery, SubmitRequest, WhoseQuery};
use crate::dto::timesheets::{AllTimesheets, CalendarAnswer, OwnTimesheets, TimesheetData, sheets};
use crate::error::Failure;
use crate::input::{Call, Json, Params, ask, id_in};
use crate::openapi::{NamedRefusals, QueryRefusals, WriteRefusals};
use crate::permission::{ReadAllTimesheets, ReadEntryHistory, ReadTimesheets, RecordDays};
use crate::reply::{Created, Made, Outcome};
use actix_web::HttpRequest;
use application::timesheets::{self, Submission};

/// A person's entries, newest first: a month, a year, or the last 12 months.
#[utoipa::path(
    get, path = "/api/timesheets/my",
    params(MyQuery),
    responses((status = 200, description = "Entries and weeks", body = Answer<OwnTimesheets>), QueryRefusals),
)]
pub async fn my_timesheets(call: Call<ReadTimesheets, Params<MyQuery>>) -> Outcome<OwnTimesheets> {
    let (Params(query), call) = call.input();
    let (period, user) = (query.period()?, query.user_id);
    let mine = ask!(call.read(timesheets::mine, period, user)).await?;
    Ok(Answer::of(mine.into()))
}

/// A month as the employee sees it: what each day is, whether it can be edited, and why not.
#[utoipa::path(
    get, path = "/api/timesheets/calendar",
    params(MonthQuery, WhoseQuery),
    responses((status = 200, description = "The month", body = Answer<CalendarAnswer>), QueryRefusals),
)]
pub async fn calendar(call: Call<ReadTimesheets, Params<(MonthQuery, WhoseQuery)>>) -> Outcome<CalendarAnswer> {
    let (Params((query, WhoseQuery { user_id: user })), call) = call.input();
    let month = query.month()?;
    let calendar = ask!(call.read(timesheets::calendar, month, user)).await?;
    Ok(Answer::of(calendar.into()))
}

/// Records a day, or corrects one that was rejected or unlocked.
#[utoipa::path(
    post, path = "/api/timesheets/my",
    request_body = SubmitRequest,
    responses((status = 200, description = "Changed", body = Answer<TimesheetData>), (status = 201, description = "Recorded", body = Answer<TimesheetData>), WriteRefusals),
)]
pub async fn submit_timesheet(call: Call<RecordDays, Json<SubmitRequest>>) -> Made<TimesheetData> {
    let (Json(SubmitRequest { date, hours, description }), call) = call.input();
    let submission = Submission { date, hours, description };
    let saved = ask!(call.write(timesheets::submit, submission)).await?;
    let timesheet = saved.entry.into();
    Ok(Created {
        is_new: saved.is_new,
        answer: Answer::saying("Timesheet submitted successfully!", TimesheetData { timesheet }),
    })
}

/// Everyone's entries, newest first: of some days, or of this month.
#[utoipa::path(
    get, path = "/api/timesheets/all",
    params(DaysQuery, PageQuery),
    responses((status = 200, description = "A page of entries", body = Answer<AllTimesheets>), QueryRefusals),
)]
pub async fn all_timesheets(call: Call<ReadAllTimesheets, Params<(DaysQuery, PageQuery)>>) -> Outcome<AllTimesheets> {
    let (Params((DaysQuery { from, to }, PageQuery { page, limit })), call) = call.input();
    let found = call
        .read(move |ports, caller| async move {
            timesheets::all(&ports, &caller, timesheets::period(&ports, from, to), page, limit).await
        })
        .await?;
    let pagination = Pagination::new(page, limit, found.total);
    Ok(Answer::of(AllTimesheets { timesheets: sheets(found.entries), pagination }))
}

/// Every version of an entry, oldest first, and who made it.
#[utoipa::path(
    get, path = "/api/timesheets/{id}/history",
    params(("id" = String, Path, description = "The entry's `_id`")),
    responses((status = 200, description = "The versions", body = Answer<History>), NamedRefusals),
)]
pub async fn timesheet_history(request: HttpRequest, call: Call<ReadEntryHistory>) -> Outcome<History> {
    let id = id_in(&request);
    let found = ask!(call.read(timesheets::history, id)).await?;
    Ok(Answer::of(History { history: found.into_iter().map(Into::into).collect() }))
}

/// A person's month as a spreadsheet, oldest entry first.
#[utoipa::path(
    get, path = "/api/timesheets/download",
    params(PersonQuery, MonthQuery),
    responses((status = 200, description = "`{First}_{Last}_timesheet_{MonthName}_{year}.csv`", body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
)]
pub async fn download_timesheet(
    call: Call<ReadTimesheets, Params<(MonthQuery, PersonQuery)>>,
) -> Result<Attachment, Failure> {
    let (Params((query, PersonQuery { user_id: user })), call) = call.input();
    let month = query.month()?;
    let download = ask!(call.write(timesheets::download, user, month)).await?;
    Ok(Attachment::spreadsheet(download))
}
