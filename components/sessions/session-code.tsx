/** The session of a form as code: with the SDKs if they have arguments for its settings, or as the request. */
"use client";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Segmented } from "@/components/parts/forms/segmented";
import { COLORS, LANGUAGES, toCreateRequest, toSessionSnippet, type Language } from "./session-snippets";

const OPTIONS = Object.entries(LANGUAGES).map(([key, label]) => ({ key: key as Language, label }));

type SessionCodeProps = { body: { user_id: string } & Record<string, unknown> };

export function SessionCode({ body }: SessionCodeProps) {
  const [language, setLanguage] = useState<Language>("typescript");
  const { origin } = window.location;
  const code = language === "curl" ? undefined : toSessionSnippet(language, { origin, body });
  return (
    <div className="space-y-2">
      <p className="text-sm text-muted">Create the same session from code.</p>
      <Segmented label="Language" options={OPTIONS} value={language} onChange={setLanguage} />
      {language !== "curl" && code === undefined ? (
        <p className="text-xs text-muted">
          The SDK has no argument for some of these settings. This request has all of them.
        </p>
      ) : null}
      <CodeBlock
        label={LANGUAGES[code === undefined ? "curl" : language]}
        language={COLORS[code === undefined ? "curl" : language]}
        code={code ?? toCreateRequest(origin, body)}
      />
    </div>
  );
}
