/** Shown instead of an answer: that it is loading, or why loading failed. */
import type { ComponentProps } from "react";
import { ErrorPanel } from "../ui/error-panel";
import { Skeleton } from "../ui/skeleton";
import { messageOr } from "./error";

type Failing = {
  readonly isError: boolean;
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
};

/** What an error panel says of a query that failed: `failed` gives way to the server's own sentence. */
export const failureOf = (query: Failing, failed: string) =>
  query.isError && { message: messageOr(query.error, failed), retry: query };

/** The `isStale` and `error` of a `DataTable`. */
export const progressOf = (query: Failing & { readonly isPlaceholderData: boolean }, failed: string) => ({
  isStale: query.isPlaceholderData,
  error: failureOf(query, failed),
});

export function Failure({ query, failed }: { query: Failing; failed: string }) {
  const failure = failureOf(query, failed);
  return failure && <ErrorPanel {...failure} />;
}

type Props = Omit<ComponentProps<typeof Skeleton>, "label"> & {
  query: Failing & { readonly isPending: boolean };
  loading: string;
  failed: string;
};

export function QueryState({ query, loading, failed, ...skeleton }: Props) {
  return (
    <>
      <Failure query={query} failed={failed} />
      {query.isPending && <Skeleton {...skeleton} label={loading} />}
    </>
  );
}
