//! Looking at people.

use crate::dto::directory::{UserList, UserStatsData, UsersQuery};
use crate::dto::envelope::Answer;
use crate::dto::people::{Salaries, User, UserData};
use crate::input::{Call, Params, ask, id_in};
use crate::openapi::{NamedRefusals, PlainRefusals, QueryRefusals};
use crate::permission::{ListPeopleOrDirectory, OwnPassword, SeePeopleFigures, SeeSalaries};
use crate::reply::Outcome;
use actix_web::HttpRequest;
use application::people;

/// The people whom the caller may list, with their accounts; with `viewAll` the directory, for every role.
#[utoipa::path(
    get, path = "/api/users",
    params(UsersQuery),
    responses((status = 200, description = "A page of people", body = Answer<UserList>), QueryRefusals),
)]
pub async fn users(call: Call<ListPeopleOrDirectory, Params<UsersQuery>>) -> Outcome<UserList> {
    let (Params(query), call) = call.input();
    let (page, limit) = (query.page, query.limit);
    let list = if query.view_all {
        UserList::of_directory(
            call.read(|ports, _| async move {
                people::directory(&ports, query.role, query.search.as_deref(), page, limit).await
            })
            .await?,
            page,
            limit,
        )
    } else {
        UserList::of_accounts(ask!(call.read(people::list, query.into())).await?, page, limit)
    };
    Ok(Answer::of(list))
}

/// How many accounts there are, by role.
#[utoipa::path(
    get, path = "/api/users/stats",
    responses((status = 200, description = "The counts", body = Answer<UserStatsData>), PlainRefusals),
)]
pub async fn user_stats(call: Call<SeePeopleFigures>) -> Outcome<UserStatsData> {
    let count = ask!(call.read(people::head_count)).await?;
    Ok(Answer::of(count.into()))
}

/// One person.
#[utoipa::path(
    get, path = "/api/users/{id}",
    params(("id" = String, Path, description = "The person's `_id`")),
    responses((status = 200, description = "The account", body = Answer<UserData>), NamedRefusals),
)]
pub async fn user(request: HttpRequest, call: Call<OwnPassword>) -> Outcome<UserData> {
    let id = id_in(&request);
    let found = ask!(call.read(people::person, id)).await?;
    Ok(Answer::of(UserData { user: User::from(found) }))
}

/// What a person earns, from which day on.
#[utoipa::path(
    get, path = "/api/users/{id}/salary-history",
    params(("id" = String, Path, description = "The person's `_id`")),
    responses((status = 200, description = "The salaries, newest first", body = Answer<Salaries>), NamedRefusals),
)]
pub async fn salary_history(request: HttpRequest, call: Call<SeeSalaries>) -> Outcome<Salaries> {
    let id = id_in(&request);
    let found = ask!(call.read(people::salary_history, id)).await?;
    Ok(Answer::of(Salaries { salaries: found.into_iter().map(Into::into).collect() }))
}
