/** The columns of a list of auth configs, and the link that opens one. */
"use client";
import type { Column } from "@/components/parts/lists/data-table";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { StatusBadge } from "@/components/parts/display/status-badge";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { ToolkitName } from "@/components/parts/display/toolkit-name";
import { Link } from "@/components/ui/link";
import { appWords, schemeWords } from "./scheme-words";
import type { AuthConfigRow } from "./use-auth-configs";

function NameLink({ config }: { config: AuthConfigRow }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <ToolkitLogo slug={config.toolkit.slug} src={config.toolkit.logo || undefined} className="size-7" />
      <span className="min-w-0 flex-1">
        <Link
          href={`/auth-configs/${encodeURIComponent(config.id)}`}
          className="block truncate rounded-sm font-medium hover:underline"
          title={config.name}
        >
          {config.name}
        </Link>
        <span className="block truncate text-xs text-muted">
          <ToolkitName slug={config.toolkit.slug} />
          <span className="sm:hidden"> · {schemeWords(config.auth_scheme).label}</span>
        </span>
      </span>
    </span>
  );
}

export const AUTH_CONFIG_COLUMNS: readonly Column<AuthConfigRow>[] = [
  {
    heading: "Name",
    cell: (config) => <NameLink config={config} />,
    className: "w-full max-w-0 min-w-40 @[58rem]:w-2/5",
  },
  {
    heading: "Scheme",
    cell: (config) => <span className="whitespace-nowrap">{schemeWords(config.auth_scheme).label}</span>,
    className: "max-sm:hidden",
  },
  {
    heading: "App",
    wide: "lg",
    cell: (config) => <span className="whitespace-nowrap text-muted">{appWords(config)}</span>,
  },
  {
    heading: "Accounts",
    className: "text-right",
    cell: (config) => (
      <span className="font-mono text-xs tabular-nums">{config.no_of_connections.toLocaleString("en")}</span>
    ),
  },
  { heading: "Status", wide: "md", cell: (config) => <StatusBadge status={config.status} /> },
  {
    heading: "Created",
    wide: "lg",
    className: "text-right text-muted",
    cell: (config) => <RelativeTime at={config.created_at} />,
  },
];
