/** What administrators do with the audit log: have it verified, and take it along. */
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import { learnAnew, type Write } from "../../api/send";
import { unwrap } from "../../api/unwrap";
import type { Schemas } from "../../domain/types";
import { type Filter, verification } from "./reads";

type Verification = Schemas["Verification"];

export const verify: Write<void, { verification: Verification }> = {
  name: "verify audit log",
  call: () => unwrap(api.POST("/api/audit-logs/verify")),
  learn: (client, answer) => learnAnew(client, verification().queryKey, () => answer),
  failed: "Failed to verify the audit log. Please try again.",
};

export const exportLogs: Write<Filter, string> = {
  name: "export audit log",
  call: (query) =>
    downloadFile(
      api.GET("/api/audit-logs/export", { params: { query }, parseAs: "blob" }),
      `Audit_Log_${[query.from, query.to].filter(Boolean).join("_")}.csv`,
    ),
  done: "Audit log downloaded",
  failed: "Failed to download the report. Please try again.",
};
