/** One execution in full: who, with which account, what was sent, what came back, and where the time went. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, GitCompare, Play } from "lucide-react";
import { useEffect } from "react";
import { QueryView } from "@/components/parts/query-view";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Sheet } from "@/components/ui/sheet";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/lib/logs/contract";
import { LogDetails, LogShape } from "./log-details";
import { rerunHref, toLogFields } from "./log-fields";

type LogDrawerProps = {
  id: string;
  /** The rows of the list behind, newest first; arrow keys move among them. */
  ids: readonly string[];
  onMove: (id: string) => void;
  onClose: () => void;
};

/** Open as long as it is drawn. */
export function LogDrawer({ id, ids, onMove, onClose }: LogDrawerProps) {
  const at = ids.indexOf(id);
  const newer = at > 0 ? ids[at - 1] : undefined;
  const older = at >= 0 ? ids[at + 1] : undefined;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const next = { ArrowUp: newer, ArrowDown: older }[event.key];
      // a tree that scrolls keeps its arrow keys
      if (!next || (event.target instanceof Element && event.target.closest("[role=group]"))) return;
      event.preventDefault();
      onMove(next);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [newer, older, onMove]);
  const log = useQuery(query(logsApi.getToolLog, { params: { id } }));
  const again = log.data && rerunHref(log.data);
  return (
    <Sheet onClose={onClose} side="right" title={log.data ? toLogFields(log.data).tool : "Tool log"}>
      <div className="flex h-11 shrink-0 items-center gap-1 border-b px-4">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Newer log"
          title="Newer (arrow up)"
          aria-disabled={!newer}
          onClick={() => newer && onMove(newer)}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Older log"
          title="Older (arrow down)"
          aria-disabled={!older}
          onClick={() => older && onMove(older)}
        >
          <ChevronDown aria-hidden />
        </Button>
        {log.data ? (
          <Button asChild variant="outline" className="ml-auto">
            <Link href={`/logs/tools/compare?a=${encodeURIComponent(id)}`}>
              <GitCompare aria-hidden /> Compare with…
            </Link>
          </Button>
        ) : null}
        {again ? (
          <Button asChild variant="outline">
            <Link href={again}>
              <Play aria-hidden /> Run again
            </Link>
          </Button>
        ) : null}
      </div>
      <div className="flex-1 overflow-y-auto p-5">
        <QueryView query={log} what="this log" skeleton={<LogShape />}>
          {(found) => <LogDetails log={found} />}
        </QueryView>
      </div>
    </Sheet>
  );
}
