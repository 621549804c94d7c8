/** The line under a list: what is shown, how much at a time, and the way on. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "./button";
import styles from "./pagination.module.css";
import { Select } from "./select";

type Props = {
  /** Names the list for whoever moves through landmarks: "Weeks". */
  label: string;
  from: number;
  to: number;
  total: number;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  size: number;
  sizes: readonly number[];
  onSize: (size: number) => void;
};

export function Pagination({ label, from, to, total, page, pages, onPage, size, sizes, onSize }: Props) {
  return (
    <nav className={styles.pagination} aria-label={label}>
      <p className={styles.showing} role="status">
        Showing {from}-{to} of {total}
      </p>
      <Select
        label="Rows per page"
        fieldClassName={styles.size}
        value={String(size)}
        options={sizes.map((one) => ({ value: String(one), label: String(one) }))}
        onChange={(value) => onSize(Number(value))}
      />
      <div className={styles.steps}>
        <Button onClick={() => onPage(page - 1)} disabled={page <= 1}>
          <ChevronLeft size={16} aria-hidden />
          Prev
        </Button>
        <Button onClick={() => onPage(page + 1)} disabled={page >= pages}>
          Next
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
