import { HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { sessionStore } from "../session/store";
import { catchDownloads } from "../testing/downloads";
import { aSessionUser } from "../testing/fixtures";
import { errorOf, http, refuses, server } from "../testing/server";
import { api } from "./client";
import { downloadFile, fileNameOf } from "./download";

const QUERY = { userId: "u1", month: 6, year: 2026 };
const CSV = "\uFEFFDate,Day,Hours\r\n2026-06-01,Monday,9.0\r\n";

const download = () =>
  downloadFile(
    api.GET("/api/timesheets/download", { params: { query: QUERY }, parseAs: "blob" }),
    "fallback.csv",
  );

function serve(headers: Record<string, string> = {}) {
  const asked: { token: string | null; search: string }[] = [];
  server.use(
    http.get("/api/timesheets/download", ({ request, response }) => {
      asked.push({ token: request.headers.get("Authorization"), search: new URL(request.url).search });
      return response.untyped(
        new HttpResponse(CSV, { headers: { "Content-Type": "text/csv; charset=utf-8", ...headers } }),
      );
    }),
  );
  return asked;
}

describe("a file from the server", () => {
  it("is asked for with the token, and saved byte for byte under the server's name", async () => {
    const saved = catchDownloads();
    sessionStore.signIn("abc", aSessionUser());
    const asked = serve({ "Content-Disposition": `attachment; filename="Ada_Berg.csv"` });
    await expect(download()).resolves.toBe("Ada_Berg.csv");
    expect(asked).toEqual([{ token: "Bearer abc", search: "?userId=u1&month=6&year=2026" }]);
    expect(saved.map(({ name }) => name)).toEqual(["Ada_Berg.csv"]);
    const bytes = new Uint8Array((await saved[0]?.file.arrayBuffer()) ?? new ArrayBuffer(0));
    expect([...bytes]).toEqual([...new TextEncoder().encode(CSV)]);
    expect(document.querySelector("a[download]")).toBeNull();
  });

  it("has a name where the server gives none", async () => {
    const saved = catchDownloads();
    serve();
    await download();
    expect(saved.map(({ name }) => name)).toEqual(["fallback.csv"]);
  });

  it("is not saved where the server refuses; its sentence and status are passed on", async () => {
    const saved = catchDownloads();
    server.use(
      refuses("get", "/api/timesheets/download", 400, "INVALID_REQUEST", "month must be from 1 to 12"),
    );
    expect(await errorOf(download())).toMatchObject({
      kind: "http",
      status: 400,
      message: "month must be from 1 to 12",
    });
    server.use(http.untyped.get("/api/timesheets/download", () => HttpResponse.error()));
    expect(await errorOf(download())).toMatchObject({ kind: "network", status: 0 });
    expect(saved).toEqual([]);
  });

  it("notices that the session has ended", async () => {
    catchDownloads();
    sessionStore.signIn("abc", aSessionUser());
    server.use(
      refuses("get", "/api/timesheets/download", 401, "SESSION_INVALID", "Your account has been blocked."),
    );
    expect(await errorOf(download())).toMatchObject({ status: 401, code: "SESSION_INVALID" });
    expect(sessionStore.get()).toEqual({ status: "anonymous", ended: "Your account has been blocked." });
  });
});

describe("the name of a file", () => {
  it.each([
    [`attachment; filename="A_B_timesheet_June_2026.csv"`, "A_B_timesheet_June_2026.csv"],
    ["attachment; filename=plain.pdf", "plain.pdf"],
    [`attachment; filename="_.csv"; filename*=UTF-8''%D0%9E%D0%BB%D0%B5%D0%BD%D0%B0.csv`, "Олена.csv"],
    [`attachment; filename*=utf-8'en'Tom%C3%A1s.csv; filename="Tomas.csv"`, "Tomás.csv"],
    [String.raw`attachment; filename="a \"b\".csv"`, `a "b".csv`],
    // What cannot be decoded gives way to the plain name.
    [`attachment; filename="plain.csv"; filename*=UTF-8''%E0%A4%A`, "plain.csv"],
    // A file is saved where the browser saves files, and nowhere else.
    [`attachment; filename="../../etc/passwd"`, "passwd"],
    [`attachment; filename*=UTF-8''..%2F..%5Cevil.csv`, "evil.csv"],
    ["attachment", null],
    [`attachment; filename=""`, null],
    [null, null],
  ])("%s", (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});
