/** The line under a list: what is shown, how much at a time, and the way on. */
import { ChevronLeft, ChevronRight } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { pageNumbers } from "../domain/paging";
import { Button, buttonClass } from "./button";
import styles from "./pager.module.css";
import { NumberSelect } from "./select";

type Props = {
  /** Names the list for people who move through landmarks: "Pages of employees". */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
  /** "Showing 11 to 20 of 32 results": said again whenever it changes. */
  summary?: ReactNode;
  /** Between the two steps: at most five page numbers, "Page 2 of 7", or nothing. */
  between?: "numbers" | "count" | "nothing";
  /** How many rows a page has, where that can be chosen. */
  size?: { label: string; value: number; options: readonly number[]; onChange: (size: number) => void };
  /** What the two steps are called, where a screen has its own words for them. */
  previous?: string;
  next?: string;
};

export function Pager({
  label,
  page,
  pages,
  onPage,
  summary,
  between = "numbers",
  size,
  previous = "Previous",
  next = "Next",
}: Props) {
  const nav = useRef<HTMLElement>(null);

  // At either end the pressed step goes out of use, and the focus would be lost with it: it moves on to the other one. Some browsers
  // have taken it from the step by then, others leave it there.
  const stepped = useRef(false);
  const step = (to: number) => {
    stepped.current = true;
    onPage(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is what takes a step out of use.
  useLayoutEffect(() => {
    const active = document.activeElement;
    const isLost = active === document.body || (active instanceof HTMLButtonElement && active.disabled);
    if (stepped.current && isLost)
      nav.current?.querySelector<HTMLElement>("[data-step]:not(:disabled)")?.focus();
    stepped.current = false;
  }, [page]);

  return (
    <nav ref={nav} className={styles.pager} aria-label={label} data-print="hide">
      {summary !== undefined && (
        <p className={styles.summary} role="status">
          {summary}
        </p>
      )}
      {size && (
        <NumberSelect
          label={size.label}
          fieldClassName={styles.size}
          value={size.value}
          options={size.options}
          onChange={size.onChange}
        />
      )}
      {/* Where there is one page only, numbers would lead nowhere. */}
      <div className={styles.steps} data-between={between} hidden={between === "numbers" && pages <= 1}>
        <Button data-step className={styles.step} onClick={() => step(page - 1)} disabled={page <= 1}>
          <ChevronLeft size={16} aria-hidden />
          <span>{previous}</span>
        </Button>
        {between === "numbers" &&
          pageNumbers(page, pages).map((one) => (
            <button
              key={one}
              type="button"
              className={buttonClass("quiet", styles.number)}
              aria-label={`Page ${one}`}
              aria-current={one === page ? "page" : undefined}
              onClick={() => one !== page && onPage(one)}
            >
              {one}
            </button>
          ))}
        {between === "count" && (
          <span className={styles.count}>{`Page ${page} of ${Math.max(1, pages)}`}</span>
        )}
        <Button data-step className={styles.step} onClick={() => step(page + 1)} disabled={page >= pages}>
          <span>{next}</span>
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
    </nav>
  );
}
