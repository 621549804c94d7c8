//! The rows about sign-in by a provider, in a portal that has no provider, and about what opens an account.

use super::Whose::{ABoss, AManager, AnAdmin, AnEmployee, AnHr, Nobodys, Own, Team, Unknown};
use super::table::{Row, row};

pub(super) const TABLE: &[Row] = &[
    //                                        none  new  Emp  Mgr   HR  Adm  Boss
    row("startSignIn", Unknown, [404, 404, 404, 404, 404, 404, 404]),
    row("endSignIn", Unknown, [404, 404, 404, 404, 404, 404, 404]),
    row("exchangeCode", Nobodys, [400, 400, 400, 400, 400, 400, 400]),
    row("beginIdentity", Unknown, [401, 403, 404, 404, 404, 404, 404]),
    row("removeIdentity", Unknown, [401, 403, 404, 404, 404, 404, 404]),
    row("logOutThere", Nobodys, [400, 400, 400, 400, 400, 400, 400]),
    row("identities", Own, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", Team, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", AnEmployee, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", AManager, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("identities", Unknown, [401, 403, 403, 403, 403, 404, 403]),
    row("removeUserIdentity", Own, [401, 403, 403, 403, 403, 404, 403]),
    row("removeUserIdentity", AnEmployee, [401, 403, 403, 403, 403, 404, 403]),
    row("removeUserIdentity", AnAdmin, [401, 403, 403, 403, 403, 404, 403]),
    row("removeUserIdentity", Unknown, [401, 403, 403, 403, 403, 404, 403]),
    row("invitable", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    row("inviteEverybody", Nobodys, [401, 403, 403, 403, 200, 200, 403]),
    // Some have signed in; the others have had a temporary password since an earlier row.
    row("inviteUser", Own, [401, 403, 403, 403, 403, 409, 403]),
    row("inviteUser", Team, [401, 403, 403, 403, 409, 409, 403]),
    row("inviteUser", AnEmployee, [401, 403, 403, 403, 409, 409, 403]),
    row("inviteUser", AManager, [401, 403, 403, 403, 409, 409, 403]),
    row("inviteUser", AnHr, [401, 403, 403, 403, 403, 200, 403]),
    row("inviteUser", AnAdmin, [401, 403, 403, 403, 403, 200, 403]),
    row("inviteUser", ABoss, [401, 403, 403, 403, 403, 200, 403]),
    row("inviteUser", Unknown, [401, 403, 403, 403, 404, 404, 403]),
    row("markBreakGlass", AnAdmin, [401, 403, 403, 403, 403, 404, 403]),
    row("markBreakGlass", Unknown, [401, 403, 403, 403, 403, 404, 403]),
];
