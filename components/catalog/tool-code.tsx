/** A call of the tool as code, in the language of choice. */
"use client";
import { useState, useSyncExternalStore } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Segmented } from "@/components/parts/forms/segmented";
import { SNIPPET_LANGUAGES, toSnippet, type SnippetCall, type SnippetLanguage } from "./snippets";

const OPTIONS = Object.entries(SNIPPET_LANGUAGES).map(([key, label]) => ({ key: key as SnippetLanguage, label }));
const COLORS = { curl: "shell", typescript: "typescript", python: "python", mcp: "typescript" } as const;
const subscribe = () => () => undefined;
/** The URL at which this browser reaches Patchbay; empty on the server, which cannot know it. */
const useOrigin = () =>
  useSyncExternalStore(
    subscribe,
    () => window.location.origin,
    () => "",
  );

export function ToolCode({ call }: { call: Omit<SnippetCall, "origin"> }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const origin = useOrigin();
  return (
    <section aria-label="Code" className="space-y-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-base font-semibold">Call it</h2>
        <Segmented label="Language" options={OPTIONS} value={language} onChange={setLanguage} />
      </div>
      <CodeBlock
        label={SNIPPET_LANGUAGES[language]}
        language={COLORS[language]}
        code={toSnippet(language, { ...call, origin })}
      />
    </section>
  );
}
