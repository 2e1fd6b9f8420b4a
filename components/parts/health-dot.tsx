/** Whether the server and what stands behind it answer, and which version runs. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX } from "lucide-react";
import { healthQuery } from "@/lib/contract/client";

const HEALTHY = new Set(["ok", "healthy", "pass"]);

export function HealthDot({ compact }: { compact: boolean }) {
  const { data, isError, isPending } = useQuery(healthQuery);
  const healthy = data !== undefined && !isError && HEALTHY.has(data.status);
  const word = isPending ? "Checking" : healthy ? "Healthy" : "Not healthy";
  const Icon = isPending ? Circle : healthy ? CircleCheck : CircleX;
  return (
    <p role="status" className="flex min-w-0 items-center gap-2 px-2 text-xs text-muted" title={`${word}${data?.version ? `, version ${data.version}` : ""}`}>
      <Icon aria-hidden className={`size-3.5 shrink-0 ${healthy ? "text-green" : isPending ? "text-muted" : "text-red"}`} />
      <span className={compact ? "sr-only" : "truncate"}>
        {word}
        {data?.version ? <span className="font-mono"> {data.version}</span> : null}
      </span>
    </p>
  );
}
