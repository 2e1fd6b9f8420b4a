/** One toolkit of the catalog, as a card or as a line. */
import { countOf } from "@/lib/contract/count-of";
import { CircleCheck } from "lucide-react";
import { memo } from "react";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import type { catalogApi } from "@/generated/addresses/catalog";
import type { ResultOf } from "@/lib/contract/client";

export type ToolkitRow = ResultOf<typeof catalogApi.listToolkits>["items"][number];

const schemesOf = ({ auth_schemes: schemes, no_auth: free }: ToolkitRow): string[] =>
  schemes.length > 0 ? schemes : free ? ["NO_AUTH"] : [];
const toCount = ({ meta: { tools_count: count, proxy_only: proxyOnly } }: ToolkitRow): string =>
  proxyOnly ? "Proxy only" : countOf(count, "tool");

export const AuthBadges = ({ schemes }: { schemes: readonly string[] }) => (
  <>
    {schemes.slice(0, 2).map((mode) => (
      <Badge key={mode}>{schemeWords(mode).label}</Badge>
    ))}
    {schemes.length > 2 ? (
      <Badge
        title={schemes
          .slice(2)
          .map((mode) => schemeWords(mode).label)
          .join(", ")}
      >
        +{schemes.length - 2}
      </Badge>
    ) : null}
  </>
);

/** @param short leaves the word to screen readers where two columns of cards have no room for it */
export const ConnectedMark = ({ short = false }: { short?: boolean }) => (
  <span className="inline-flex shrink-0 items-center gap-1 text-xs text-green">
    <CircleCheck aria-hidden className="size-3.5" />{" "}
    <span className={short ? "sm:max-lg:sr-only" : undefined}>Connected</span>
  </span>
);

type ToolkitProps = { toolkit: ToolkitRow; connected: boolean };

/** Off screen it costs the browser nothing: a thousand cards scroll as ten do. */
export const ToolkitCard = memo(function ToolkitCard({ toolkit, connected }: ToolkitProps) {
  return (
    <li className="[contain-intrinsic-size:auto_9.5rem] [content-visibility:auto]">
      <Link
        href={`/toolkits/${encodeURIComponent(toolkit.slug)}`}
        data-card
        className="flex h-38 flex-col rounded-lg border p-4 -outline-offset-2 hover:bg-hover"
      >
        <span className="flex items-center gap-3">
          <ToolkitLogo slug={toolkit.slug} className="size-8 rounded-lg" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-base font-medium" title={toolkit.name}>
              {toolkit.name}
            </span>
            <span className="block truncate font-mono text-xs text-muted">{toCount(toolkit)}</span>
          </span>
          {connected ? <ConnectedMark short /> : null}
        </span>
        <span className="mt-2.5 line-clamp-2 text-sm text-muted">{toolkit.meta.description || "No description."}</span>
        <span className="mt-auto flex gap-1 overflow-hidden pt-2">
          <AuthBadges schemes={schemesOf(toolkit)} />
        </span>
      </Link>
    </li>
  );
});

export const ToolkitLine = memo(function ToolkitLine({ toolkit, connected }: ToolkitProps) {
  return (
    <li className="border-t [contain-intrinsic-size:auto_2.75rem] [content-visibility:auto] first:border-t-0">
      <Link
        href={`/toolkits/${encodeURIComponent(toolkit.slug)}`}
        data-card
        className="flex h-11 items-center gap-3 px-4 -outline-offset-2 hover:bg-hover"
      >
        <ToolkitLogo slug={toolkit.slug} />
        <span
          className="w-44 shrink-0 truncate text-sm font-medium sm:max-lg:w-32 max-sm:w-auto max-sm:flex-1"
          title={toolkit.name}
        >
          {toolkit.name}
        </span>
        <span className="min-w-0 flex-1 truncate text-sm text-muted max-sm:hidden">{toolkit.meta.description}</span>
        {connected ? <ConnectedMark /> : null}
        <span className="flex gap-1 max-lg:hidden">
          <AuthBadges schemes={schemesOf(toolkit)} />
        </span>
        <span className="w-20 shrink-0 text-right font-mono text-xs text-muted tabular-nums">{toCount(toolkit)}</span>
      </Link>
    </li>
  );
});

export const CardSkeleton = () => (
  <div className="h-38 rounded-lg border p-4">
    <div className="flex items-center gap-3">
      <Skeleton className="size-8" />
      <Skeleton className="w-32" />
    </div>
    <Skeleton className="mt-4 w-full" />
    <Skeleton className="mt-2 w-2/3" />
  </div>
);
