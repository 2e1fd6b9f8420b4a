/**
 * Shows the result of a query: a skeleton, an error with "Retry", an empty state with the first action, or the data.
 * The data stays visible if loading more fails.
 */
"use client";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { ClientError } from "@/lib/contract/client";
import { ErrorState } from "./error-state";
import { isNotFound } from "./is-not-found";
import { LoadMore } from "../lists/load-more";

// not part of any page's first load
const NotFoundState = dynamic(() => import("./not-found-state").then(({ NotFoundState }) => NotFoundState));

type QueryViewProps<T> = {
  query: UseQueryResult<T> | UseInfiniteQueryResult<T>;
  /** Names what is loaded, for the error ("API keys"). */
  what: string;
  skeleton: ReactNode;
  isEmpty?: (data: T) => boolean;
  empty?: ReactNode;
  children: (data: T) => ReactNode;
};

/**
 * The page is being redirected to the login page (see providers.tsx). The API's message for programs would only flash.
 */
const isSignedOut = (error: unknown): boolean => error instanceof ClientError && error.status === 401;

export function QueryView<T>({ query, what, skeleton, isEmpty, empty, children }: QueryViewProps<T>) {
  const failed = query.isError && !isSignedOut(query.error);
  if (query.data === undefined) {
    if (isNotFound(query.error)) return <NotFoundState error={query.error} />;
    if (failed)
      return (
        <ErrorState
          title={`Couldn’t load ${what}`}
          error={query.error}
          onRetry={() => void query.refetch()}
          className="m-4"
        />
      );
    return (
      <div aria-busy="true">
        <span role="status" className="sr-only">
          Loading {what}
        </span>
        {skeleton}
      </div>
    );
  }
  const moreFailed = "isFetchNextPageError" in query && query.isFetchNextPageError;
  return (
    <>
      {failed && !moreFailed ? (
        <ErrorState
          title="Couldn’t refresh. This may be out of date"
          error={query.error}
          onRetry={() => void query.refetch()}
          className="m-4"
        />
      ) : null}
      {isEmpty?.(query.data) && empty ? empty : children(query.data)}
      {"fetchNextPage" in query ? <LoadMore query={query} what={what} /> : null}
    </>
  );
}
