/** A report on the whole portal, with its file where it has one. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Write } from "../../api/send";
import { useSession } from "../../session/current";
import { DownloadCsv } from "./download-button";
import { Report } from "./report";
import styles from "./reports.module.css";

type Props<Data> = {
  query: UseQueryResult<Data>;
  file?: Write<string, string>;
  children: (data: Data) => ReactNode;
};

export function SystemReport<Data>({ query, file, children }: Props<Data>) {
  const { today } = useSession();
  return (
    <div className={styles.view}>
      {file && (
        <div className="actions" data-print="hide">
          <DownloadCsv file={file} of={today} />
        </div>
      )}
      <Report query={query}>{children}</Report>
    </div>
  );
}
