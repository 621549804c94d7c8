/** What HR and administrators bring in and take out again. */
import { type QueryClient, QueryObserver } from "@tanstack/react-query";
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { ApiError, isTransient } from "../../api/error";
import { FRESH } from "../../api/query";
import { read } from "../../api/read";
import type { Write } from "../../api/send";
import { unwrap, unwrapBody } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import { fileOf, keepFile, keepOpen } from "./kept";
import { words } from "./messages";
import { type Action, type Choices, type Kind, outcomeText, type Plan } from "./model";

export const PAGE_SIZE = 50;

/** How often a plan is read again while it is applied, in milliseconds: the net below the socket. */
const FOLLOW = 2_000;

export const planOf = (id: string) => ({
  ...read("/api/imports/{id}", { path: { id } }, { topics: ["imports"], fresh: FRESH.work }),
  refetchInterval: ({ state: { data } }: { state: { data?: Schemas["ImportPlanData"] | undefined } }) =>
    data?.plan.state === "applying" && FOLLOW,
});

export const rowsOf = (id: string, action: Action, page: number) =>
  read(
    "/api/imports/{id}/rows",
    { path: { id }, query: { action, page, limit: PAGE_SIZE } },
    // They change with the end of an import only, and not with each step of it.
    { topics: [], fresh: FRESH.work },
  );

/** The table comes with the program. */
export const countriesOf = () =>
  read("/api/imports/countries", {}, { topics: [], fresh: Number.POSITIVE_INFINITY });

type Planned = Schemas["ImportPlanData"];

function learnPlan(client: QueryClient, answer: Planned): void {
  client.setQueryData<Planned>(planOf(answer.plan._id).queryKey, answer);
  keepOpen(answer.plan);
}

export type Reading = { readonly kind: Kind; readonly file: File; readonly choices: Choices };

/** Browsers do not agree on the type of a spreadsheet, so the name decides. */
const typeOf = ({ name }: File) => (/\.(ics|ical)$/i.test(name) ? "text/calendar" : "text/csv");

/** Somebody who has left meanwhile finds on the page that it can be gone on with. */
export const planFile: Write<Reading, Planned> = {
  name: "plan import",
  call: ({ kind, file, choices }) =>
    unwrap(
      api.POST("/api/imports/{id}", {
        params: { path: { id: kind }, query: { fileName: file.name, ...choices } },
        body: "",
        bodySerializer: () => file,
        headers: { "Content-Type": typeOf(file) },
      }),
    ),
  learn: (client, answer, { file }) => {
    keepFile(answer.plan._id, file);
    learnPlan(client, answer);
  },
  failed: words.readFailed,
};

export const planCountry: Write<Schemas["CountryRequest"], Planned> = {
  name: "plan holidays of country",
  call: (body) => unwrap(api.POST("/api/imports/holidays/country", { body })),
  learn: learnPlan,
  failed: words.readFailed,
};

/** `how` is null for an import that is being applied already, and is only followed to its end. */
export type Applying = { readonly id: string; readonly how: Schemas["ApplyImportRequest"] | null };
export type Applied = { readonly message?: string; readonly data: Planned };

/** Waits until the plan is applied, whatever screen is open, and fails where that fails. */
function ended(client: QueryClient, id: string): Promise<Applied> {
  return new Promise((resolve, reject) => {
    const observer = new QueryObserver(client, planOf(id));
    const stop = observer.subscribe(({ data, error }) => {
      const isOver = error ? !isTransient(error) : data !== undefined && data.plan.state !== "applying";
      if (!isOver) return;
      stop();
      if (error) reject(error);
      else if (data) resolve({ data });
    });
    // What is known may be old.
    void observer.refetch();
  });
}

/** Something has changed since the plan was made. The server has made another one. */
export class PlanChanged extends ApiError {
  readonly plan: Plan;

  constructor({ message, status, code }: ApiError, plan: Plan) {
    super(message, { kind: "http", status, code });
    this.plan = plan;
  }
}

async function sent(id: string, how: Schemas["ApplyImportRequest"], client: QueryClient): Promise<Applied> {
  const call = api.POST("/api/imports/{id}/apply", { params: { path: { id } }, body: how });
  try {
    return await unwrapBody(call);
  } catch (error) {
    const anew = error instanceof ApiError && error.status === 409 ? (await call).error?.data : undefined;
    if (!(error instanceof ApiError) || !anew) throw error;
    const file = fileOf(id);
    if (file) keepFile(anew.plan._id, file);
    learnPlan(client, anew);
    throw new PlanChanged(error, anew.plan);
  }
}

export const applyPlan: Write<Applying, Applied> = {
  name: "apply import",
  call: async ({ id, how }, client) => {
    let answer = how && (await sent(id, how, client));
    if (answer) client.setQueryData<Planned>(planOf(id).queryKey, answer.data);
    if (answer === null || answer.data.plan.state === "applying") answer = await ended(client, id);
    void client.invalidateQueries({ queryKey: ["GET", "/api/imports/{id}/rows"] });
    const { state, reason } = answer.data.plan;
    if (state !== "applied") throw new ApiError(reason ?? "", { kind: "http" });
    keepOpen(null);
    return answer;
  },
  topics: ["imports", "users", "leave", "holidays"],
  done: ({ message, data: { plan } }) => ({
    message: message ?? outcomeText(plan, words.of[plan.kind]),
    description: plan.fileName,
  }),
  failed: words.applyFailed,
};

const EXPORTS = {
  people: () => api.GET("/api/exports/people", { parseAs: "blob" }),
  balances: (year?: number) =>
    api.GET("/api/exports/balances", {
      params: { query: year === undefined ? {} : { year } },
      parseAs: "blob",
    }),
  holidays: () => api.GET("/api/exports/holidays", { parseAs: "blob" }),
} as const;

export const exportKind: Write<{ readonly kind: Kind; readonly year?: number }, string> = {
  name: "export",
  call: ({ kind, year }) => downloadFile(EXPORTS[kind](year), `${words.titles[kind]}.csv`),
  done: (name) => `${name} downloaded`,
  failed: words.exportFailed,
};

export const downloadRefused: Write<Plan, string> = {
  name: "download refused rows",
  call: ({ _id: id, fileName }) =>
    downloadFile(
      api.GET("/api/imports/{id}/refused", { params: { path: { id } }, parseAs: "blob" }),
      `${fileName.replace(/\.\w+$/, "")}_refused.csv`,
    ),
  done: "Refused rows downloaded",
  failed: "Failed to download the refused rows. Please try again.",
};

/** How many people have never signed in. */
export const notSignedInOf = () => read("/api/users/invite", {}, { topics: ["users"], fresh: FRESH.work });

export const inviteAll: Write<null, Schemas["Invited"]> = {
  name: "invite everybody",
  call: () => unwrap(api.POST("/api/users/invite")),
  topics: ["users"],
  done: ({ invited }) => (invited === 1 ? "1 invitation sent" : `${invited} invitations sent`),
  failed: "Failed to send the invitations. Please try again.",
};
