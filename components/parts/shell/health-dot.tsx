/** Shows whether the server and its dependencies respond, and which version runs; the page "About" has the details. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX, TriangleAlert } from "lucide-react";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";

const EVERY_MS = 60_000;

const STATES = {
  checking: { word: "Checking", Icon: Circle, color: "text-muted" },
  ok: { word: "Healthy", Icon: CircleCheck, color: "text-green" },
  degraded: { word: "Degraded", Icon: TriangleAlert, color: "text-amber" },
  down: { word: "Not responding", Icon: CircleX, color: "text-red" },
} as const;

export function HealthDot({ compact, onNavigate }: { compact: boolean; onNavigate?: () => void }) {
  const { data, isError, isPending } = useQuery({
    ...query(healthApi.getHealth, {}),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const { word, Icon, color } = STATES[isPending ? "checking" : isError || !data ? "down" : data.status];
  return (
    <p role="status" className="min-w-0 text-xs text-muted">
      <Link
        href="/settings/about"
        onClick={onNavigate}
        title={`${word}${data ? `, version ${data.version}` : ""}`}
        className="flex min-h-8 min-w-0 items-center gap-2 rounded-lg px-2 hover:bg-hover hover:text-ink pointer-coarse:min-h-10"
      >
        <Icon aria-hidden className={`size-3.5 shrink-0 ${color}`} />
        <span className={compact ? "sr-only" : "truncate"}>
          {word}
          {data ? <span className="font-mono"> {data.version}</span> : null}
        </span>
      </Link>
    </p>
  );
}
