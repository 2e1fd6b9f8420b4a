/** The arguments of a call as people read them: short values in a list, long texts as text; JSON on demand. */
"use client";
import { useState } from "react";
import { JsonView } from "@/components/parts/display/json-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { showHidden } from "@/lib/contract/display/show-hidden";

const WAYS = [
  { key: "text", label: "Text" },
  { key: "json", label: "JSON" },
] as const;

const textOf = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((entry) => typeof entry === "string")) return value.join(", ");
  return JSON.stringify(value, null, 2);
};

export function CallArguments({ values }: { values: Record<string, unknown> }) {
  const [way, setWay] = useState<"text" | "json">("text");
  const entries = Object.entries(values);
  return (
    <div role="group" aria-label="Arguments" className="min-w-0 rounded-lg border">
      <div className="flex items-center justify-between gap-2 border-b px-4 py-2">
        <h2 className="text-sm font-medium">Arguments</h2>
        <Segmented label="Show as" options={WAYS} value={way} onChange={setWay} />
      </div>
      {way === "json" ? (
        <div className="p-2">
          <JsonView value={values} label="Arguments as JSON" />
        </div>
      ) : (
        <dl className="divide-y">
          {entries.map(([name, value]) => (
            <div key={name} className="px-4 py-2.5">
              <dt className="text-xs text-muted">{showHidden(name)}</dt>
              <dd className="mt-0.5 max-h-72 overflow-y-auto text-sm whitespace-pre-wrap wrap-anywhere">
                {showHidden(textOf(value))}
              </dd>
            </div>
          ))}
          {entries.length === 0 ? <p className="px-4 py-2.5 text-sm text-muted">The call has no arguments.</p> : null}
        </dl>
      )}
    </div>
  );
}
