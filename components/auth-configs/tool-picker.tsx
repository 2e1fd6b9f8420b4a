/** A choice among the tools of a toolkit. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { QueryView } from "@/components/parts/display/query-view";
import { ToolChip } from "@/components/suggestions/tool-chip";
import { Badge } from "@/components/ui/badge";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";

const PAGE_SIZE = 20;

type ToolPickerProps = {
  toolkit: string;
  /** A summary of the selection. */
  label: string;
  /** The meaning of the choice, by the number of chosen tools. */
  help: (count: number) => string;
  value: readonly string[];
  onChange: (slugs: string[]) => void;
};

export function ToolPicker({ toolkit, label, help, value, onChange }: ToolPickerProps) {
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const tools = useQuery({
    ...query(catalogApi.listTools, {
      query: {
        toolkit_slug: toolkit,
        toolkit_versions: "latest",
        include_deprecated: false,
        limit: PAGE_SIZE,
        ...(search && { query: search }),
      },
    }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const toggle = (slug: string) =>
    onChange(value.includes(slug) ? value.filter((other) => other !== slug) : [...value, slug]);
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="text-xs text-muted">{help(value.length)}</p>
      <ChosenTools slugs={value} onRemove={toggle} />
      <div className="rounded-lg border">
        <div className="border-b p-2">
          <Input
            type="search"
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search tools"
            autoComplete="off"
            spellCheck={false}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        </div>
        <div className="max-h-56 overflow-y-auto">
          <QueryView
            query={tools}
            what="tools"
            skeleton={
              <div className="space-y-3 p-3">
                {[1, 2, 3].map((row) => (
                  <Skeleton key={row} />
                ))}
              </div>
            }
            isEmpty={({ items }) => items.length === 0}
            empty={<p className="p-3 text-sm text-muted">No tool matches.</p>}
          >
            {({ items, total_items: total }) => (
              <ul className="divide-y">
                {items.map(({ slug, name }) => (
                  <li key={slug} className="px-3 py-0.5">
                    <Checkbox
                      checked={value.includes(slug)}
                      onChange={() => toggle(slug)}
                      label={
                        <>
                          {name} <code className="font-mono text-xs wrap-anywhere text-muted">{slug}</code>
                        </>
                      }
                    />
                  </li>
                ))}
                {total > items.length ? (
                  <li className="p-3 text-xs text-muted">
                    {(total - items.length).toLocaleString("en")} more; search to see them.
                  </li>
                ) : null}
              </ul>
            )}
          </QueryView>
        </div>
      </div>
    </fieldset>
  );
}

function ChosenTools({ slugs, onRemove }: { slugs: readonly string[]; onRemove: (slug: string) => void }) {
  if (slugs.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {slugs.map((slug) => (
        <li key={slug}>
          <Badge className="max-w-full" title={slug}>
            <ToolChip slug={slug} />
            <button type="button" aria-label={`Remove ${slug}`} onClick={() => onRemove(slug)} className="rounded-sm">
              <X aria-hidden />
            </button>
          </Badge>
        </li>
      ))}
    </ul>
  );
}
