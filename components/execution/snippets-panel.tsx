/** The call on the screen as code to copy. */
"use client";
import { useState } from "react";
import { SNIPPET_LANGUAGES, toSnippet, type SnippetCall, type SnippetLanguage } from "@/components/catalog/snippets";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Segmented } from "@/components/parts/forms/segmented";

const OPTIONS = Object.entries(SNIPPET_LANGUAGES).map(([key, label]) => ({ key: key as SnippetLanguage, label }));
const INSTALL: Record<SnippetLanguage, string> = {
  curl: "",
  typescript: "npm install @composio/core",
  python: "pip install composio",
  mcp: "npm install @composio/core @modelcontextprotocol/sdk",
};
const COLORS = { curl: "shell", typescript: "typescript", python: "python", mcp: "typescript" } as const;

export function SnippetsPanel({ call }: { call: Omit<SnippetCall, "origin"> }) {
  const [language, setLanguage] = useState<SnippetLanguage>("curl");
  const code = toSnippet(language, { ...call, origin: window.location.origin });
  return (
    <div className="space-y-3">
      <Segmented label="Language" options={OPTIONS} value={language} onChange={setLanguage} />
      <p className="text-xs text-muted">
        Set <code className="font-mono">PATCHBAY_API_KEY</code> to one of this project’s keys.
        {INSTALL[language] ? (
          <>
            {" "}
            Install with <code className="font-mono">{INSTALL[language]}</code>.
          </>
        ) : null}
      </p>
      <CodeBlock label={SNIPPET_LANGUAGES[language]} language={COLORS[language]} code={code} />
    </div>
  );
}
