//! What invitations, second factors and sign-ins by providers ask for.

use application::ports::ProviderSignIns;
use domain::Instant;
use domain::id::UserId;
use domain::session::SessionEnd;
use sea_orm::{DbBackend, QueryTrait};
use uuid::Uuid;

use super::{BY_ID, DAY, Expected};
use crate::{identities, invitations, second_factors, sessions};

pub(super) fn of_sign_in(backend: DbBackend) -> Vec<Expected> {
    let (user, at) = (UserId::new(Uuid::from_u128(1)), Instant::default());
    let mut all = vec![
        (second_factors::FACTOR.to_owned(), vec![BY_ID], "ix_credentials_user"),
        (second_factors::of(user).build(backend).to_string(), vec![], "credentials_"),
        (second_factors::use_step(user, 7, at).build(backend).to_string(), vec![], "credentials_"),
        (identities::with_subject("https://x.org", "it").build(backend).to_string(), vec![], "ux_identities_subject"),
        (identities::of(user).build(backend).to_string(), vec![], "ux_identities_issuer"),
        (invitations::IS_ANY_DUE.to_owned(), vec![DAY], "ix_invitations_due"),
        (invitations::take_due(backend), vec![DAY, "100"], "ix_invitations_due"),
        (invitations::CAN_BE_INVITED.to_owned(), vec![BY_ID], "pk_last_sign_ins"),
    ];
    let of_session = |user| ProviderSignIns::OfSession { there: "it".to_owned(), user };
    for which in [ProviderSignIns::OfUser(user), of_session(None), of_session(Some(user))] {
        let end = sessions::end_of_provider("https://x.org", &which, SessionEnd::Logout, at);
        let drop = identities::drop_codes("https://x.org", &which);
        // By the person or by the session there, of which there is one.
        all.push((end.build(backend).to_string(), vec![], "x_sessions_"));
        all.push((drop.build(backend).to_string(), vec![], "ix_sign_in_codes_"));
    }
    all
}
