/**
 * A provider of sign-in for one portal: `node e2e/oidc-provider.mjs 9000 http://localhost:8080` (see CONTRIBUTING.md). People sign in there
 * with the name of an account below, without a password.
 */
import { text } from "node:stream/consumers";
import OpenIdProvider from "oidc-provider";

const [port, portal] = process.argv.slice(2);
/** The portal calls it acme. */
const back = `${portal}/api/auth/oidc/acme`;

const person = (email, more) => ({
  given_name: "Robin",
  family_name: "Vale",
  email,
  email_verified: true,
  ...more,
});

/** What the provider says of each of its people. Most have an account of the sample. */
const accounts = {
  employee: person("employee@daybook.example"),
  hr: person("HR@daybook.example"),
  admin: person("admin@daybook.example", { groups: ["Staff", "Portal admins"] }),
  jonas: person("jonas.away@example.org"),
  priya: person("priya@daybook.example", { groups: ["Staff"] }),
  newcomer: person("robin.vale@daybook.example"),
  namesake: person("employee@daybook.example"),
  unverified: person("noor@daybook.example", { email_verified: false }),
  silent: person(undefined),
};

const page = (title, content) =>
  `<!DOCTYPE html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1>${content}`;

const provider = new OpenIdProvider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: "daybook",
      // With characters that have to be escaped on their way.
      client_secret: "a secret: of/this+portal%",
      redirect_uris: [`${back}/callback`],
      post_logout_redirect_uris: [`${portal}/login`],
      backchannel_logout_uri: `${back}/logout`,
      backchannel_logout_session_required: true,
    },
  ],
  claims: {
    profile: ["given_name", "family_name", "groups"],
    email: ["email", "email_verified"],
  },
  cookies: { keys: ["a key of the tests"] },
  pkce: { required: () => true },
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      logoutSource: (ctx, form) => {
        ctx.body = page(
          "Sign Out",
          `${form}<button form="op.logoutForm" name="logout" value="yes">Sign Out</button>`,
        );
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.body = page("Signed Out", "");
      },
    },
  },
  renderError: (ctx, { error, error_description: why }) => {
    ctx.type = "text";
    ctx.body = `${error}: ${why}`;
  },
  findAccount: (_, accountId) => ({
    accountId,
    claims: () => ({ ...accounts[accountId.replace("subject-of-", "")], sub: accountId }),
  }),
  // Nobody is asked whether the portal may know what they signed in for.
  loadExistingGrant: async ({ oidc: { client, session, params } }) => {
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(params.scope);
    await grant.save();
    return grant;
  },
});

provider.use(async (ctx, next) => {
  if (!ctx.path.startsWith("/interaction/")) return next();
  if (ctx.method === "GET") {
    ctx.body = page(
      "Sign In at the Provider",
      '<form method="post"><label>Name <input name="name" autofocus></label> <button>Sign In</button> <button name="cancel" value="yes">Cancel</button></form>',
    );
    return;
  }
  const form = new URLSearchParams(await text(ctx.req));
  const isKnown = form.get("name") in accounts;
  const result =
    form.has("cancel") || !isKnown
      ? { error: "access_denied" }
      : { login: { accountId: `subject-of-${form.get("name")}` } };
  ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
});

provider.listen(Number(port), "localhost");
