//! Which mails the caller gets.

use application::mail_choices;

use crate::dto::envelope::Answer;
use crate::dto::mail_choices::{MailChoices, MailChoicesRequest};
use crate::input::{Call, Json, ask};
use crate::openapi::{PlainRefusals, WriteRefusals};
use crate::permission::ChooseMails;
use crate::reply::Outcome;

/// Which mails the caller gets, by kind.
#[utoipa::path(
    get, path = "/api/notifications/preferences",
    responses((status = 200, description = "The kinds of mail of the caller's role", body = Answer<MailChoices>), PlainRefusals),
)]
pub async fn mail_choices(call: Call<ChooseMails>) -> Outcome<MailChoices> {
    let found = ask!(call.read(mail_choices::preferences)).await?;
    Ok(Answer::of(found.into()))
}

/// Chooses which mails the caller gets.
#[utoipa::path(
    put, path = "/api/notifications/preferences",
    request_body = MailChoicesRequest,
    responses((status = 200, description = "The kinds of mail as they are now", body = Answer<MailChoices>), WriteRefusals),
)]
pub async fn choose_mails(call: Call<ChooseMails, Json<MailChoicesRequest>>) -> Outcome<MailChoices> {
    let (Json(request), call) = call.input();
    let wanted = request.wanted();
    let now = ask!(call.write(mail_choices::choose_mails, &wanted)).await?;
    Ok(Answer::saying("Notification settings saved", now.into()))
}
