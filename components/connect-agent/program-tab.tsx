/** The program of a framework in a language: what to install, the key, and the file. */
"use client";
import { CodeBlock } from "@/components/parts/display/code-block";
import { CopyButton, WhenCopied } from "@/components/parts/display/copy-button";
import { Segmented } from "@/components/parts/forms/segmented";
import { toAgentProgram, toTerminal } from "./agent-code";
import type { AgentTarget } from "./agent-program";
import { LANGUAGES, languagesOf, TABS, type Framework, type Language } from "./frameworks";
import { MakeKey } from "./make-key";
import { toSetupPrompt } from "./setup-prompt";
import { SetupPromptButton } from "./setup-prompt-button";

const nothing = (): void => undefined;

type ProgramTabProps = {
  framework: Framework;
  language: Language;
  onLanguage: (language: Language) => void;
  /** Without this server's URL, which the browser knows. */
  target: Omit<AgentTarget, "origin">;
  apiKey: string | null;
  /** Whether the key was made here, and is shown for the only time. */
  isNew: boolean;
  onKey: (key: string) => void;
};

export function ProgramTab({ framework, language, onLanguage, target, apiKey, isNew, onKey }: ProgramTabProps) {
  const languages = languagesOf(framework);
  const shownLanguage = languages.includes(language) ? language : (languages[0] ?? "shell");
  const here = { ...target, origin: window.location.origin };
  const program = toAgentProgram(framework, shownLanguage, here);
  return (
    <div className="min-w-0 space-y-3">
      <div className="flex min-h-8 min-w-0 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Segmented
          label="Language"
          options={languages.map((key) => ({ key, label: LANGUAGES[key] }))}
          value={shownLanguage}
          onChange={onLanguage}
        />
        {apiKey === null ? (
          <MakeKey
            name={`Agent with ${TABS.find(({ key }) => key === framework)?.label ?? framework}`}
            onMade={onKey}
          />
        ) : isNew ? (
          <p role="status" className="text-sm text-amber">
            Copy the key now. You won’t be able to see it again.
          </p>
        ) : null}
      </div>
      <CodeBlock label="Terminal" language="shell" code={toTerminal(program, apiKey)} />
      {/* Only the terminal's text contains the key: copying anything else does not save it. */}
      <WhenCopied value={nothing}>
        <CodeBlock
          label={program.file ?? "Terminal: the call"}
          language={shownLanguage}
          code={program.code}
          className="[&_pre]:h-96"
        />
        <p className="flex min-h-6 min-w-0 flex-wrap items-center gap-x-1 text-sm text-muted">
          {program.file && program.run ? (
            <>
              Save it as <code className="font-mono text-xs text-ink">{program.file}</code>, then run{" "}
              <code className="font-mono text-xs text-ink">{program.run}</code>
              <CopyButton text={program.run} what="command" />
            </>
          ) : (
            "Paste it into the same terminal."
          )}
        </p>
        <SetupPromptButton prompt={toSetupPrompt(framework, shownLanguage, here)} />
      </WhenCopied>
    </div>
  );
}
