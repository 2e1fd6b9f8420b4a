/**
 * Warns that the database is unreachable while the server's health reports it. Disappears automatically when the
 * database is back.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";

const EVERY_MS = 15_000;
/** Polls faster during an outage, because the user waits for its end. */
const EVERY_MS_WHILE_DEGRADED = 3_000;

export function DegradedBanner() {
  const { data } = useQuery({
    ...query(healthApi.getHealth, {}),
    refetchInterval: ({ state }) => (state.data?.status === "degraded" ? EVERY_MS_WHILE_DEGRADED : EVERY_MS),
    retry: false,
  });
  if (data?.status !== "degraded") return null;
  return (
    <section aria-label="Degraded" role="alert" className="border-b bg-surface px-4 py-3 md:px-8">
      <p className="flex items-start gap-2 text-sm">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
        <span>
          <strong className="font-medium">The database does not answer.</strong> Until it does, calls fail and pages may
          show old data. Patchbay recovers automatically.
        </span>
      </p>
    </section>
  );
}
