/** A report on the whole portal, with its file where it has one. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Write } from "../../api/send";
import { DownloadButton } from "../../download/download-button";
import { useSession } from "../../session/current";
import { words } from "./messages";
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
          <DownloadButton file={file} of={today} words={words.report} />
        </div>
      )}
      <Report query={query}>{children}</Report>
    </div>
  );
}
