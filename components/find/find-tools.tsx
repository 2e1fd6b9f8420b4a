/** The request and its results. The request is in the URL, so that Back, reload and a shared link show the same. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useEffect, type KeyboardEvent } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { changeSearch } from "@/components/parts/lists/url-state";
import { moveFocus } from "@/components/ui/arrow-keys";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { query, type ResultOf } from "@/lib/contract/client";
import { findApi } from "@/generated/addresses/find";
import { Examples } from "./examples";
import { NarrowBy } from "./narrow-by";
import { RequestField } from "./request-field";

/** Not needed before the first request; it loads while the request runs. */
const loadStep = () => import("./found-step").then(({ Step }) => Step);
const Step = dynamic(loadStep, { loading: () => <ResultSkeleton /> });

type FindResult = ResultOf<typeof findApi.find>;

const slugsOf = (text: string | null): string[] => (text ?? "").split(",").filter(Boolean);

export function FindTools() {
  const search = useSearchParams();
  const request = search.get("q")?.trim() ?? "";
  const toolkits = slugsOf(search.get("toolkits"));
  const user = search.get("user")?.trim() ?? "";
  const findQuery = useQuery({
    ...query(findApi.find, {
      body: { request, ...(toolkits.length > 0 && { toolkits }), ...(user && { user_id: user }) },
    }),
    enabled: request !== "",
    // While filters change, the previous results stay visible; results of another request would mislead.
    placeholderData: (before, previousQuery) =>
      isSameRequest(previousQuery?.queryKey[1], request) ? before : undefined,
  });
  useEffect(() => {
    if (request !== "") void loadStep();
  }, [request]);
  const ask = (text: string) => {
    if (text === request) void findQuery.refetch();
    else changeSearch({ q: text }, "push");
  };
  return (
    <div onKeyDown={walkHits}>
      <RequestField request={request} onAsk={ask} />
      <NarrowBy toolkits={toolkits} user={user} />
      {request === "" ? (
        <Examples onChoose={ask} />
      ) : (
        <>
          <p role="status" className="sr-only">
            {findQuery.data ? toSummary(findQuery.data) : ""}
          </p>
          <QueryView query={findQuery} what="the tools for this request" skeleton={<ResultSkeleton />}>
            {({ steps, apps }) => (
              <div className={cn("space-y-10", findQuery.isPlaceholderData && "opacity-60")}>
                {steps.map((step) => (
                  <Step
                    key={`${request} ${step.index}`}
                    step={step}
                    isOnly={steps.length === 1}
                    apps={new Map(apps.map((app) => [app.slug, app]))}
                    user={user}
                    narrowed={toolkits.length > 0}
                  />
                ))}
              </div>
            )}
          </QueryView>
        </>
      )}
    </div>
  );
}

const isSameRequest = (queryInput: unknown, request: string): boolean =>
  (queryInput as { body?: { request?: string } } | undefined)?.body?.request === request;

function toSummary({ steps }: FindResult): string {
  const count = steps.reduce((sum, { primary, related }) => sum + primary.length + related.length, 0);
  const tools = countOf(count, "tool");
  return steps.length > 1 ? `${tools} for ${steps.length} steps` : tools;
}

/**
 * Arrow down moves from the request into the hits, and arrow up from the first hit moves back. Between hits the arrows
 * move by one.
 */
function walkHits(event: KeyboardEvent<HTMLElement>): void {
  const { target, currentTarget, key } = event;
  const hits = [...currentTarget.querySelectorAll<HTMLElement>("[data-hit]")];
  if (target instanceof HTMLTextAreaElement) {
    if (key !== "ArrowDown" || target.selectionEnd < target.value.length || !hits[0]) return;
    event.preventDefault();
    hits[0].focus();
  } else if (key === "ArrowUp" && target === hits[0]) {
    event.preventDefault();
    currentTarget.querySelector("textarea")?.focus();
  } else moveFocus(event, "[data-hit]");
}

const ResultSkeleton = () => (
  <div>
    <Skeleton className="mb-4 h-6 w-72 max-w-full" />
    <div className="grid grid-cols-1 gap-3 md:grid-cols-2 xl:grid-cols-3">
      {[1, 2, 3].map((card) => (
        <Skeleton key={card} className="h-48 rounded-lg" />
      ))}
    </div>
    <div className="mt-6 space-y-2">
      {[1, 2, 3].map((line) => (
        <Skeleton key={line} className="h-12 rounded-lg" />
      ))}
    </div>
  </div>
);
