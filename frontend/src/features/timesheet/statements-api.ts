/** What an employee takes along of a closed month. */
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import type { Write } from "../../api/send";
import type { Schemas } from "../../domain/types";

export type Statement = Schemas["Statement"];

type Receipt = Pick<Statement, "month" | "revision"> & { readonly employeeId: string };

export const downloadReceipt: Write<Receipt, string> = {
  name: "download receipt",
  call: ({ month, revision, employeeId }) =>
    downloadFile(
      api.GET("/api/months/{month}/mine/pdf", { params: { path: { month } }, parseAs: "blob" }),
      `Receipt_${month}_r${revision}_${employeeId}.pdf`,
    ),
  done: "Receipt downloaded",
  failed: "Failed to download the receipt. Please try again.",
};
