//! Macros for the handlers of reports as spreadsheets, with their entries in the API document.
//!
//! They take `Call`, `Report`, `Attachment`, `ask!` and the refusals from the module that uses them. The file name is the one that the
//! document shows. The calls write, because a download is recorded.

/// Reports of the present day: description, handler, permission and use case of each, then its address and file name.
macro_rules! spreadsheets_of_today {
    ($($(#[doc = $about:tt])+ $name:ident($permission:ident) = $use_case:path, $path:tt, $file:tt;)+) => {$(
        $(#[doc = $about])+
        #[utoipa::path(
            get, path = $path,
            responses((status = 200, description = $file, body = String, content_type = "text/csv; charset=utf-8"), PlainRefusals),
        )]
        pub async fn $name(call: Call<Report<$permission>>) -> Result<Attachment, Failure> {
            let file = ask!(call.write($use_case)).await?;
            Ok(Attachment::spreadsheet(file))
        }
    )+};
}
pub(super) use spreadsheets_of_today;

/// The same of reports about a month.
macro_rules! spreadsheets_of_months {
    ($($(#[doc = $about:tt])+ $name:ident($permission:ident) = $use_case:path, $path:tt, $file:tt;)+) => {$(
        $(#[doc = $about])+
        #[utoipa::path(
            get, path = $path,
            params(MonthQuery),
            responses((status = 200, description = $file, body = String, content_type = "text/csv; charset=utf-8"), QueryRefusals),
        )]
        pub async fn $name(call: Call<Report<$permission>, Params<MonthQuery>>) -> Result<Attachment, Failure> {
            let (Params(query), call) = call.input();
            let month = query.month()?;
            let file = ask!(call.write($use_case, month)).await?;
            Ok(Attachment::spreadsheet(file))
        }
    )+};
}
pub(super) use spreadsheets_of_months;
