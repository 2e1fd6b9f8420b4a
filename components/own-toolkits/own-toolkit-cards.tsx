/** The toolkits that the project made itself, above those of the catalog. */
"use client";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { toSize } from "@/components/parts/display/size";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { query, type ResultOf } from "@/lib/contract/client";
import { toolWords } from "./draft";

type OwnToolkit = ResultOf<typeof ownToolkitsApi.listOwnToolkits>["items"][number];

/** The catalog is not seen until it is known what is above it: nothing that a person reads moves. */
export function BelowOwnToolkits({ children }: { children: ReactNode }) {
  const { data, isPending, failureCount } = useQuery(query(ownToolkitsApi.listOwnToolkits, {}));
  return (
    <>
      {data && data.items.length > 0 ? <OwnToolkitCards toolkits={data.items} /> : null}
      <div className={isPending && failureCount === 0 ? "invisible" : undefined}>{children}</div>
    </>
  );
}

/** How much space is left. Nothing as long as it is not known. */
function StorageUse() {
  const { data } = useQuery(query(ownToolkitsApi.getOwnToolkitUsage, {}));
  // The line has its height from the beginning: the catalog below does not move.
  return (
    <p className="mt-3 min-h-4 text-xs text-muted">
      {data
        ? `${data.toolkits.toLocaleString("en")} of ${data.most_toolkits} toolkits, ` +
          `${data.versions.toLocaleString("en")} of ${data.most_versions} versions, ` +
          `${toSize(data.bytes)} of ${toSize(data.most_bytes)} for their documents`
        : null}
    </p>
  );
}

function OwnToolkitCards({ toolkits }: { toolkits: readonly OwnToolkit[] }) {
  return (
    <section aria-labelledby="own-toolkits" className="mb-6">
      <h2 id="own-toolkits" className="mb-3 text-base font-semibold">
        Your toolkits
      </h2>
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {toolkits.map(({ slug, name, kind, state, version, summary }) => (
          <li key={slug}>
            <Link
              href={`/toolkits/${encodeURIComponent(slug)}/edit`}
              className="flex items-center gap-3 rounded-lg border p-4 hover:bg-hover"
            >
              <ToolkitLogo slug={slug} className="size-9 rounded-lg" />
              <span className="min-w-0 flex-1">
                <span className="block truncate text-sm font-medium">{name}</span>
                <span className="block truncate font-mono text-xs text-muted">{slug}</span>
              </span>
              {version === null ? (
                <Badge>Draft</Badge>
              ) : kind === "mcp" && (summary.problems ?? 0) > 0 ? (
                <Badge tone="amber">{(summary.problems ?? 0).toLocaleString("en")} to decide</Badge>
              ) : state === "draft" ? (
                <Badge tone="amber">Changed</Badge>
              ) : (
                <Badge tone="green">{toolWords(summary.tools ?? 0)}</Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
      <StorageUse />
    </section>
  );
}
