/** The balances of everybody as a file, of the last leave year, of this one or of the next. */
import { useState } from "react";
import { api } from "../../api/client";
import { downloadFile } from "../../api/download";
import type { Write } from "../../api/send";
import { DownloadButton } from "../../download/download-button";
import { useToday } from "../../session/current";
import { NumberSelect } from "../../ui/select";
import styles from "./download-balances.module.css";

const download: Write<number, string> = {
  name: "download leave balances",
  call: (year) =>
    downloadFile(
      api.GET("/api/leave/balances/download", { params: { query: { year } }, parseAs: "blob" }),
      `Leave_Balances_${year}.csv`,
    ),
  done: "Leave balances downloaded",
  failed: "Failed to download balances",
};

export function DownloadBalances() {
  const present = useToday().year;
  const [year, setYear] = useState(present);
  return (
    <div className={styles.download}>
      <NumberSelect
        label="Year"
        value={year}
        options={[present - 1, present, present + 1]}
        onChange={setYear}
      />
      <DownloadButton
        file={download}
        of={year}
        words={{ download: "Download Balances", downloading: "Preparing..." }}
      />
    </div>
  );
}
