/** The conversation as a program: the same questions to the same model, with the tools of the same session. */
"use client";
import { useState } from "react";
import { toAgentProgram, toTerminal } from "@/components/connect-agent/agent-code";
import {
  FRAMEWORKS,
  LANGUAGES,
  languagesOf,
  type Framework,
  type Language,
} from "@/components/connect-agent/frameworks";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Field } from "@/components/parts/forms/field";
import { Select } from "@/components/ui/select";
import type { ProviderKey } from "./chat-model";

const WITH_MODEL = FRAMEWORKS.filter(({ key }) => key !== "http");

type CopyAsCodeProps = {
  user: string;
  session: string;
  questions: readonly string[];
  provider: ProviderKey;
  model: string;
  /** The address of a model that is neither of OpenAI nor of Anthropic. */
  address: string | undefined;
};

export function CopyAsCode({ user, session, questions, provider, model, address }: CopyAsCodeProps) {
  const [framework, setFramework] = useState<Framework>(provider === "anthropic" ? "anthropic" : "openai-agents");
  const [language, setLanguage] = useState<Language>("typescript");
  const languages = languagesOf(framework);
  const shownLanguage = languages.includes(language) ? language : (languages[0] ?? "typescript");
  const program = toAgentProgram(framework, shownLanguage, {
    origin: window.location.origin,
    user,
    session,
    task: { prompt: questions.join("\n\n"), tool: "" },
    model: { name: model, isClaude: provider === "anthropic" },
  });
  const terminal = [
    toTerminal(program, null),
    ...(address && program.modelKey === "OPENAI_API_KEY" ? [`export OPENAI_BASE_URL=${address}`] : []),
  ].join("\n");
  return (
    <section aria-label="Code" className="min-w-0 space-y-3 rounded-lg border p-4">
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Field label="Framework">
          {(wiring) => (
            <Select
              {...wiring}
              value={framework}
              onChange={(event) => setFramework(event.currentTarget.value as Framework)}
            >
              {WITH_MODEL.map(({ key, label }) => (
                <option key={key} value={key}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Language">
          {(wiring) => (
            <Select
              {...wiring}
              value={shownLanguage}
              onChange={(event) => setLanguage(event.currentTarget.value as Language)}
            >
              {languages.map((key) => (
                <option key={key} value={key}>
                  {LANGUAGES[key]}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <CodeBlock label="Terminal" language="shell" code={terminal} />
      <CodeBlock
        label={program.file ?? "Program"}
        language={shownLanguage}
        code={program.code}
        className="[&_pre]:max-h-96"
      />
    </section>
  );
}
