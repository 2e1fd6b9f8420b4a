/** The project in figures: calls over time, accounts, auth configs, and what is wrong with the server. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";
import type { Overview } from "./overview-data";
import { CardSkeleton, UsageCard } from "./usage-card";

export function Figures({ overview: { connected_accounts: accounts, auth_configs: configs } }: { overview: Overview }) {
  const connected = accounts.total - accounts.attempts;
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
      <UsageCard />
      <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] xl:grid-cols-1">
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
        <Health />
      </div>
    </div>
  );
}

const Tile = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="rounded-lg border p-4">
    {children}
  </section>
);

function Figure({ name, value, detail, href }: { name: string; value: number; detail?: string; href: string }) {
  return (
    <p>
      <span className="block text-xs text-muted">
        <Link href={href} className="rounded-sm hover:text-ink hover:underline">
          {name}
        </Link>
      </span>
      <span className="text-xl font-semibold tabular-nums">{value.toLocaleString("en")}</span>
      {detail ? <span className="text-xs text-muted"> {detail}</span> : null}
    </p>
  );
}

const GOOD = { Icon: CircleCheck, color: "text-green" } as const;
const QUIET = { Icon: CircleDashed, color: "text-muted" } as const;
const BAD = { Icon: TriangleAlert, color: "text-amber" } as const;

/** Only while something is wrong. Next to the chart, which is higher, so that nothing moves when it appears. */
function Health() {
  const { data, isError } = useQuery({ ...query(healthApi.getHealth, {}), retry: false });
  if (isError)
    return (
      <Tile label="Health">
        <p className="flex items-center gap-2 text-sm">
          <CircleX aria-hidden className="size-4 text-red" /> The server isn’t responding.
        </p>
      </Tile>
    );
  if (!data || data.status === "ok") return null;
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
    <Tile label="Health">
      <ul className="space-y-1.5">
        {lines.map(({ name, word, Icon, color }) => (
          <li key={name} className="flex items-center gap-2 text-sm">
            <Icon aria-hidden className={`size-4 shrink-0 ${color}`} /> {name}{" "}
            <span className="ml-auto truncate text-muted">{word}</span>
          </li>
        ))}
      </ul>
    </Tile>
  );
}

export const FiguresSkeleton = () => (
  <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
    <div className="rounded-lg border p-4">
      <Skeleton className="mb-3 h-8 w-64" />
      <CardSkeleton />
    </div>
    <div className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))] xl:grid-cols-1">
      <Skeleton className="h-34" />
    </div>
  </div>
);
