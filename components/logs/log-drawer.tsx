/** A full execution next to the list: the request, the response, the timings, and the facts. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { GitCompare, Play } from "lucide-react";
import { isNotFound } from "@/components/parts/display/is-not-found";
import { QueryView } from "@/components/parts/display/query-view";
import { RowDrawer, type InList } from "@/components/parts/lists/row-drawer";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { query, type ResultOf } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { CopyLog } from "./copy-log";
import { LogDetails, LogShape } from "./log-details";
import { MissingLog } from "./missing-log";
import { rerunHref, toLogTitle } from "./log-fields";

/** Open while it is rendered. */
export function LogDrawer({ id, ...list }: InList) {
  const log = useQuery(query(logsApi.getToolLog, { params: { id } }));
  return (
    <RowDrawer
      title={log.data ? toLogTitle(log.data) : "Tool log"}
      what="log"
      id={id}
      {...list}
      actions={log.data ? <Actions log={log.data} /> : null}
    >
      {isNotFound(log.error) ? (
        <MissingLog />
      ) : (
        <QueryView query={log} what="this log" skeleton={<LogShape />}>
          {(logDetails) => <LogDetails log={logDetails} />}
        </QueryView>
      )}
    </RowDrawer>
  );
}

/** One line on a phone, too: the response below does not move when they appear. */
function Actions({ log }: { log: ResultOf<typeof logsApi.getToolLog> }) {
  const again = rerunHref(log);
  return (
    <span className="ml-auto flex flex-wrap items-center gap-1">
      <CopyLog log={log} />
      <Button asChild variant="outline">
        <Link href={`/logs/tools/compare?a=${encodeURIComponent(log.id)}`} title="Compare with…">
          <GitCompare aria-hidden /> <span className="max-sm:sr-only">Compare with…</span>
        </Link>
      </Button>
      {again ? (
        <Button asChild variant="outline">
          <Link href={again}>
            <Play aria-hidden /> Run again
          </Link>
        </Button>
      ) : null}
    </span>
  );
}
