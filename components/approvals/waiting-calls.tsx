/** The calls of a session that wait for a decision, each with its buttons; renders nothing if no call waits. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useQuery } from "@tanstack/react-query";
import { Hourglass } from "lucide-react";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { approvalsApi } from "@/generated/addresses/sessions/approvals";
import { WaitingCall } from "./waiting-call";

const EVERY_MS = 5_000;
/** More calls are in the inbox. */
const MOST = 5;

export function WaitingCalls({ sessionId }: { sessionId: string }) {
  const { data } = useQuery({
    ...query(approvalsApi.listApprovals, { query: { session_id: sessionId, state: "waiting", limit: MOST } }),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const waiting = data?.items ?? [];
  if (!data || waiting.length === 0) return null;
  const more = data.total_items - waiting.length;
  return (
    <section aria-labelledby="waiting-calls" className="mb-4 overflow-hidden rounded-lg border">
      <h2 id="waiting-calls" className="flex items-center gap-2 bg-amber-tint px-4 py-2 text-sm font-medium">
        <Hourglass aria-hidden className="size-4 shrink-0 text-amber" />
        {countOf(data.total_items, "call")} waiting for approval
      </h2>
      <ul className="divide-y">
        {waiting.map(({ id }) => (
          <li key={id} className="p-4 empty:hidden">
            <WaitingCall id={id} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="border-t px-4 py-2 text-sm text-muted">
          {more.toLocaleString("en")} more in the{" "}
          <Link href="/approvals" className="rounded-sm underline underline-offset-4 hover:text-ink">
            inbox
          </Link>
          .
        </p>
      ) : null}
    </section>
  );
}
