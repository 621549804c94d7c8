//! Settings.

use actix_web::HttpRequest;
use actix_web::web::Data;
use application::settings as decided;
use domain::settings::Keeper;

use crate::dto::envelope::Answer;
use crate::dto::settings::{Operator, SettingData, SettingKey, SettingRequest, Settings, SettingsQuery};
use crate::input::{Call, Json, Params, ask, segment};
use crate::openapi::{QueryRefusals, WriteRefusals};
use crate::permission::KeepHrSettings;
use crate::portal::Portal;
use crate::reply::Outcome;

/// The settings of a page; with those of the system what its operator has set.
#[utoipa::path(
    get, path = "/api/settings",
    params(SettingsQuery),
    responses((status = 200, description = "The settings", body = Answer<Settings>), QueryRefusals),
)]
pub async fn settings(portal: Data<Portal>, call: Call<KeepHrSettings, Params<SettingsQuery>>) -> Outcome<Settings> {
    let (Params(SettingsQuery { scope }), call) = call.input();
    let found = ask!(call.read(decided::list, scope)).await?;
    let operator = (scope == Keeper::System).then(|| {
        let moment = portal.ports.moment();
        Operator { timezone: moment.rules.zones.on(moment.today).name(), ..portal.operator.clone() }
    });
    Ok(Answer::of(Settings { settings: found.into_iter().map(Into::into).collect(), operator }))
}

/// Changes a setting. A call for the present value changes nothing.
#[utoipa::path(
    put, path = "/api/settings/{key}",
    params(("key" = SettingKey, Path, description = "The setting's `key`")),
    request_body = SettingRequest,
    responses((status = 200, description = "The setting as it is now", body = Answer<SettingData>), WriteRefusals),
)]
pub async fn change_setting(
    request: HttpRequest,
    call: Call<KeepHrSettings, Json<SettingRequest>>,
) -> Outcome<SettingData> {
    let name = segment(&request, "key").to_owned();
    let (Json(wanted), call) = call.input();
    let setting = ask!(call.write(decided::change, &name, wanted.into())).await?;
    Ok(Answer::saying("Setting saved", SettingData { setting: setting.into() }))
}
