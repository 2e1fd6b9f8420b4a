/** The project in figures: calls by hour, accounts, auth configs, and whether the server is well. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";
import { toShare, type Overview } from "./overview-data";
import { Sparkline } from "./sparkline";

export function Figures({
  overview: { executions, connected_accounts: accounts, auth_configs: configs },
}: {
  overview: Overview;
}) {
  const connected = accounts.total - accounts.attempts;
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
      <section aria-label="Usage" className="rounded-lg border p-4 sm:col-span-2">
        <div className="mb-3 flex items-baseline justify-between gap-4">
          <Figure name="Calls in 24 hours" value={executions.last_24h} />
          <Figure
            name="Failed"
            value={executions.failed_24h}
            detail={toShare(executions.failed_24h, executions.last_24h)}
            right
          />
        </div>
        <Sparkline hours={executions.hourly} />
      </section>
      <Tile label="Setup">
        <Figure
          name="Connected accounts"
          value={accounts.active}
          detail={connected > accounts.active ? `of ${connected.toLocaleString("en")}` : ""}
          href="/connected-accounts"
        />
        <div className="mt-3">
          <Figure name="Auth configs" value={configs} href="/auth-configs" />
        </div>
      </Tile>
      <Tile label="Health">
        <Health />
      </Tile>
    </div>
  );
}

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="rounded-lg border p-4">
    {children}
  </section>
);

type FigureProps = { name: string; value: number; detail?: string; href?: string; right?: boolean };

function Figure({ name, value, detail, href, right = false }: FigureProps) {
  return (
    <p className={right ? "text-right" : ""}>
      <span className="block text-xs text-muted">
        {href ? (
          <Link href={href} className="rounded-sm hover:text-ink hover:underline">
            {name}
          </Link>
        ) : (
          name
        )}
      </span>
      <span className="text-xl font-semibold tabular-nums">{value.toLocaleString("en")}</span>
      {detail ? <span className="text-xs text-muted"> {detail}</span> : null}
    </p>
  );
}

const GOOD = { Icon: CircleCheck, color: "text-green" } as const;
const QUIET = { Icon: CircleDashed, color: "text-muted" } as const;
const BAD = { Icon: TriangleAlert, color: "text-amber" } as const;

function Health() {
  const { data, isError } = useQuery({ ...query(healthApi.getHealth, {}), retry: false });
  if (isError)
    return (
      <p className="flex items-center gap-2 text-sm">
        <CircleX aria-hidden className="size-4 text-red" /> The server does not answer.
      </p>
    );
  if (!data)
    return (
      <div className="space-y-3">
        <Skeleton className="w-24" />
        <Skeleton className="w-32" />
        <Skeleton className="w-28" />
      </div>
    );
  const lines = [
    {
      name: "Database",
      word: data.database === "ok" ? "answers" : "unreachable",
      ...(data.database === "ok" ? GOOD : BAD),
    },
    { name: "Worker", word: data.worker, ...(data.worker === "running" ? GOOD : BAD) },
    { name: "Workbench", word: data.workbench, ...(data.workbench === "available" ? GOOD : QUIET) },
    {
      name: "Catalog",
      word: `${data.catalog.toolkits.toLocaleString("en")} toolkits`,
      ...(data.catalog.toolkits > 0 ? GOOD : BAD),
    },
  ];
  return (
    <ul className="space-y-1.5">
      {lines.map(({ name, word, Icon, color }) => (
        <li key={name} className="flex items-center gap-2 text-sm">
          <Icon aria-hidden className={`size-4 shrink-0 ${color}`} /> {name}{" "}
          <span className="ml-auto truncate text-muted">{word}</span>
        </li>
      ))}
    </ul>
  );
}

export const FiguresSkeleton = () => (
  <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
    <Skeleton className="h-42 sm:col-span-2" />
    <Skeleton className="h-42" />
    <Skeleton className="h-42" />
  </div>
);
