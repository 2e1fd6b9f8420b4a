/** How an app verifies the requests that it receives: complete programs to start from. */
"use client";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Segmented } from "@/components/parts/forms/segmented";
import { RUN, SNIPPET_COLORS, SNIPPETS, toVerifySnippet, type SnippetKey } from "./verify-snippets";

const OPTIONS = Object.entries(SNIPPETS).map(([key, label]) => ({ key: key as SnippetKey, label }));

export function VerifyPart() {
  const [key, setKey] = useState<SnippetKey>("typescript");
  return (
    <div className="space-y-3">
      <p className="max-w-3xl text-sm text-muted">
        Sample server (port 3001) that verifies signatures and rejects events older than five minutes. Events can arrive
        twice; deduplicate them by <code className="font-mono text-xs">webhook-id</code>.
      </p>
      <Segmented label="Language" options={OPTIONS} value={key} onChange={setKey} />
      <CodeBlock label="Run it" language="shell" code={RUN[key]} />
      <CodeBlock label={SNIPPETS[key]} language={SNIPPET_COLORS[key]} code={toVerifySnippet(key)} />
    </div>
  );
}
