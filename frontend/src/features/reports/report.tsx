/** What all reports have in common: how they come, of when they are, and their pages. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Moment } from "../../session/current";
import { Empty } from "../../ui/empty";
import { ErrorPanel } from "../../ui/error-panel";
import { Skeleton } from "../../ui/skeleton";
import { words } from "./messages";

/** How many rows stand on a page (oversight.md §5). */
export const PAGE_SIZE = 20;

export const awaited = () => <Skeleton label={words.report.loading} lines={6} />;

type Props<Data> = {
  query: UseQueryResult<Data>;
  /** Whether an answer has nothing to show. */
  isEmpty?: (data: Data) => boolean;
  /** Stands below the sentence that there is nothing. */
  next?: ReactNode;
  children: (data: Data) => ReactNode;
};

export function Report<Data>({ query, isEmpty, next, children }: Props<Data>) {
  const { data } = query;
  return (
    <>
      {query.isPending && awaited()}
      {query.isError && <ErrorPanel message="Failed to load the report" retry={query} />}
      {data !== undefined && (isEmpty?.(data) ? <Empty title={words.none}>{next}</Empty> : children(data))}
    </>
  );
}

/** Of when a report is that need not be of this moment. */
export const AsOf = ({ at }: { at: string }) => (
  <p className="quiet small">
    As of <Moment at={at} />
  </p>
);
