/** The versions of a session's configuration, and what differs between two of them. */
"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { toDifferences } from "@/components/logs/differences";
import { DifferenceTable } from "@/components/logs/difference-table";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { pages, type ResultOf } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";

type Version = ResultOf<typeof sessionApi.listConfigHistory>["items"][number];

export function ConfigHistory({ id }: { id: string }) {
  const history = useInfiniteQuery(
    pages(sessionApi.listConfigHistory, { params: { session_id: id }, query: { limit: 20 } }),
  );
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-base font-semibold">
        History
      </h2>
      <QueryView query={history} what="the history" skeleton={<Skeleton className="h-24" />}>
        {({ pages }) => <Versions versions={pages.flatMap(({ items }) => items)} />}
      </QueryView>
    </section>
  );
}

/** Newest first: the previous version comes after each version. */
function Versions({ versions }: { versions: readonly Version[] }) {
  const chosenVersion = useSearchParams().get("a");
  const index = versions.findIndex(({ version }) => String(version) === chosenVersion);
  if (versions.length < 2) return <p className="text-sm text-muted">No changes since the session was created.</p>;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]">
      <ol aria-label="Versions, newest first" className="divide-y rounded-lg border">
        {versions.map(({ version, created_at: createdAt, is_current: now }, place) => (
          <li key={version}>
            <Button
              variant="ghost"
              aria-pressed={place === index}
              onClick={() => changeSearch({ a: place === index ? "" : String(version) })}
              className={cn("h-10 w-full justify-between rounded-none text-ink", place === index && "bg-hover")}
            >
              <span>
                Version {version}
                {now ? <span className="font-normal text-muted"> (current)</span> : null}
              </span>
              <span className="text-xs font-normal text-muted">
                <RelativeTime at={createdAt} />
              </span>
            </Button>
          </li>
        ))}
      </ol>
      <Change version={versions[index]} before={versions[index + 1]} />
    </div>
  );
}

function Change({ version, before }: { version: Version | undefined; before: Version | undefined }) {
  if (!version) return <p className="text-sm text-muted">Select a version to see what changed.</p>;
  if (!before) return <p className="text-sm text-muted">No history before version {version.version}.</p>;
  return (
    <DifferenceTable
      title={`Version ${before.version} to version ${version.version}`}
      {...toDifferences(before.config, version.config)}
      of="of the configuration"
      all={false}
    />
  );
}
