/** A piece of code in each language that sessions are used from. */
"use client";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Segmented } from "@/components/parts/forms/segmented";
import { COLORS, LANGUAGES, type Language } from "./session-snippets";

const OPTIONS = Object.entries(LANGUAGES).map(([key, label]) => ({ key: key as Language, label }));
const INSTALL: Record<Language, string> = {
  typescript: "npm install @composio/core",
  python: "pip install composio",
  curl: "",
};

export function SnippetTabs({ code }: { code: (language: Language) => string }) {
  const [language, setLanguage] = useState<Language>("typescript");
  return (
    <div className="space-y-3 text-left">
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
      <CodeBlock label={LANGUAGES[language]} language={COLORS[language]} code={code(language)} />
    </div>
  );
}
