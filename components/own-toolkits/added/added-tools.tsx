/** The tools that a project added to a toolkit, and the way to add one. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "@/components/access/use-session";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { query, type ResultOf } from "@/lib/contract/client";

/** The tools of the toolkit are not seen until it is known what is above them: nothing that a person reads moves. */
export function BelowAddedTools({ toolkit, children }: { toolkit: string; children: ReactNode }) {
  const { data, isPending, failureCount } = useQuery(
    query(addedToolsApi.listAddedTools, { query: { toolkit_slug: toolkit } }),
  );
  return (
    <>
      {data && data.items.length > 0 ? <AddedTools tools={data.items} /> : null}
      <div className={isPending && failureCount === 0 ? "invisible" : undefined}>{children}</div>
    </>
  );
}

export function AddTool({ toolkit }: { toolkit: string }) {
  if (!useMay("toolkits:write")) return null;
  return (
    <Button asChild variant="outline">
      <Link href={`/toolkits/${encodeURIComponent(toolkit)}/add-tool`}>
        <Plus aria-hidden /> Add a tool
      </Link>
    </Button>
  );
}

type AddedTool = ResultOf<typeof addedToolsApi.listAddedTools>["items"][number];

function AddedTools({ tools }: { tools: readonly AddedTool[] }) {
  return (
    <section aria-label="Added by this project" className="mb-6 space-y-2">
      <h2 className="text-base font-semibold">
        Added by this project
        <span className="ml-2 text-xs font-normal text-muted">For this project only.</span>
      </h2>
      <ul aria-label="Added tools" className="overflow-hidden rounded-lg border">
        {tools.map(({ slug, name, offered: isOffered }) => (
          <li key={slug} className="border-t first:border-t-0">
            <Link
              href={`/tools/${encodeURIComponent(slug)}/edit`}
              className="flex items-center gap-4 px-4 py-2.5 -outline-offset-2 hover:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate font-mono text-xs font-medium">{slug}</span>
                <span className="mt-0.5 block truncate text-sm text-muted">{name}</span>
              </span>
              {isOffered ? null : (
                <Badge tone="amber" title="The catalog has a tool with this name, or the project hides it">
                  Not offered
                </Badge>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
