/** The foot of a list with a cursor: loads more when it becomes visible or is clicked, and shows failures. */
"use client";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ErrorState } from "../display/error-state";

/** The loaded rows stay above, whatever happens here. */
export function LoadMore({ query, what }: { query: UseInfiniteQueryResult<unknown>; what: string }) {
  const foot = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const waiting = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (!waiting || !foot.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage(), {
      rootMargin: "400px",
    });
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [waiting, fetchNextPage]);
  if (!hasNextPage) return null;
  if (isFetchNextPageError)
    return (
      <ErrorState
        title={`Couldn’t load more ${what}`}
        error={query.error}
        onRetry={() => void fetchNextPage()}
        className="m-4"
      />
    );
  return (
    <div ref={foot} className="flex justify-center border-t p-3">
      <Button variant="outline" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchingNextPage ? "Loading more" : "Load more"}
      </Button>
    </div>
  );
}
