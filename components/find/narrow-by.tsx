/** Limits a search to some toolkits, and chooses the user whose accounts count. Both are in the URL. */
"use client";
import { X } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback } from "react";
import { FilterInput } from "@/components/parts/lists/filter-input";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

/** The part that knows the catalog is not needed for the first paint. */
const ToolkitsField = dynamic(() => import("./toolkits-field").then(({ ToolkitsField }) => ToolkitsField), {
  ssr: false,
  loading: () => <Skeleton className="h-8 w-52 rounded-lg pointer-coarse:h-10" />,
});

const NO_FILTERS = { toolkits: "", user: "" };

export function NarrowBy({ toolkits, user }: { toolkits: readonly string[]; user: string }) {
  const commitUser = useCallback((text: string) => changeSearch({ user: text }), []);
  return (
    <div role="group" aria-label="Refine the search" className="mt-3 mb-6 flex flex-wrap items-start gap-2">
      <ToolkitsField value={toolkits} onChange={(slugs) => changeSearch({ toolkits: slugs.join(",") })} />
      <FilterInput label="User: any" value={user} onCommit={commitUser} className="w-44 max-sm:min-w-0 max-sm:flex-1" />
      {toolkits.length > 0 || user ? (
        <Button variant="ghost" onClick={() => changeSearch(NO_FILTERS)}>
          <X aria-hidden /> Clear filters
        </Button>
      ) : null}
    </div>
  );
}
