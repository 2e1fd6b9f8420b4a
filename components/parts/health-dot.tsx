/** Whether the server and what stands behind it answer, and which version runs. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/lib/health/contract";

const EVERY_MS = 60_000;

const STATES = {
  checking: { word: "Checking", Icon: Circle, color: "text-muted" },
  ok: { word: "Healthy", Icon: CircleCheck, color: "text-green" },
  degraded: { word: "Degraded", Icon: TriangleAlert, color: "text-amber" },
  down: { word: "Not answering", Icon: CircleX, color: "text-red" },
} as const;

export function HealthDot({ compact }: { compact: boolean }) {
  const { data, isError, isPending } = useQuery({
    ...query(healthApi.getHealth, {}),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const { word, Icon, color } = STATES[isPending ? "checking" : isError || !data ? "down" : data.status];
  return (
    <p
      role="status"
      className="flex min-w-0 items-center gap-2 px-2 text-xs text-muted"
      title={`${word}${data ? `, version ${data.version}` : ""}`}
    >
      <Icon aria-hidden className={`size-3.5 shrink-0 ${color}`} />
      <span className={compact ? "sr-only" : "truncate"}>
        {word}
        {data ? <span className="font-mono"> {data.version}</span> : null}
      </span>
    </p>
  );
}
