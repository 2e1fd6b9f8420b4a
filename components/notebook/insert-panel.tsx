/** Calls of tools and pieces of code to insert below the chosen cell. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { ToolPicker } from "@/components/execution/tool-picker";
import { showToast } from "@/components/parts/shell/toast-store";
import { catalogApi } from "@/generated/addresses/catalog";
import { call } from "@/lib/contract/client";
import { SNIPPETS, toToolCall } from "./snippets";

export function InsertPanel({ onInsert, readOnly }: { onInsert: (source: string) => void; readOnly: boolean }) {
  const [toolkit, setToolkit] = useState("");
  const choose = useMutation({
    mutationFn: (slug: string) =>
      call(catalogApi.getTool, { params: { tool_slug: slug }, query: { version: "latest" } }),
    onSuccess: ({ slug, input_parameters: input }) => onInsert(toToolCall(slug, input)),
    onError: (error) => showToast(error.message, { tone: "error" }),
  });
  if (readOnly) return <p className="text-sm text-muted">You have read-only access to this notebook.</p>;
  return (
    <div className="space-y-5">
      <section aria-label="Call a tool">
        <h2 className="mb-2 text-sm font-medium">Call a tool</h2>
        <ToolPicker toolkit={toolkit} onToolkit={setToolkit} onChoose={(slug) => choose.mutate(slug)} />
      </section>
      <section aria-label="Snippets">
        <h2 className="mb-2 text-sm font-medium">Snippets</h2>
        <ul className="overflow-hidden rounded-lg border">
          {SNIPPETS.map(({ key, label, help, code }) => (
            <li key={key} className="border-t first:border-t-0">
              <button
                type="button"
                onClick={() => onInsert(code)}
                className="flex w-full items-start gap-2 px-2.5 py-2 text-left -outline-offset-2 hover:bg-hover"
              >
                <Plus aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
                <span className="min-w-0">
                  <span className="block text-sm">{label}</span>
                  <span className="block text-xs text-muted">{help}</span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
