/** A tool's workspace: arguments in the middle, results on the right. Remounted for each tool. */
"use client";
import { Play, Square } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from "react";
import { uploadFile } from "@/components/files/upload-file";
import { CopyButton } from "@/components/parts/display/copy-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { chosenProject, ClientError } from "@/lib/contract/client";
import { findProblems } from "@/components/schema-form/find-problems";
import { ArgumentsPanel, type ArgumentsView } from "./arguments-panel";
import type { Values } from "./arguments-draft";
import type { Settings } from "./call-settings";
import { storeRun } from "./own-runs";
import { ResultPanel } from "./result-panel";
import type { Tool } from "./tool-picker";
import { useArguments } from "./use-arguments";
import { useOtherNames } from "./use-other-names";
import { shareAddress } from "./shared-arguments";
import { useKeptArguments } from "./use-kept-arguments";
import { useRun, type Outcome } from "./use-run";
import { useValueLists } from "./use-value-lists";

const SnippetsPanel = dynamic(() => import("./snippets-panel").then(({ SnippetsPanel }) => SnippetsPanel), {
  ssr: false,
  loading: () => (
    <div aria-busy="true">
      <Skeleton className="h-48" />
    </div>
  ),
});

const TABS = [
  { key: "result", label: "Result" },
  { key: "code", label: "Code" },
] as const;

type WorkspaceProps = {
  tool: Tool;
  settings: Settings;
  initial: Values | null;
  view: ArgumentsView;
  onView: (view: ArgumentsView) => void;
  /** Called if a run needs an account and no user is chosen. */
  onNoUser: () => void;
};

/** The server's errors for the arguments, if it refused them. */
const refusedArguments = ({ error }: Outcome) => (error instanceof ClientError ? error.detail.errors : undefined);

/** Runs that were refused before they began have no log. */
const remember = (tool: string, { answer }: Outcome): void => {
  if (answer) storeRun(chosenProject(), tool, { log: answer.log_id, at: Date.now(), successful: answer.successful });
};

type RunButtonProps = { running: boolean; disabled: boolean; onStart: () => void; onCancel: () => void };

const RunButton = ({ running, disabled, onStart, onCancel }: RunButtonProps) =>
  running ? (
    <Button variant="outline" onClick={onCancel}>
      <Square aria-hidden /> Cancel
    </Button>
  ) : (
    <Button onClick={onStart} disabled={disabled} aria-keyshortcuts="Control+Enter Meta+Enter" title="Ctrl+Enter">
      <Play aria-hidden /> Run tool
    </Button>
  );

/** `link` opens the tool with these arguments. */
const ArgumentsHead = ({ link, ...run }: RunButtonProps & { link: string }) => (
  <div className="sticky top-12 z-10 mb-4 flex h-12 items-center justify-between gap-2 border-b bg-page">
    <h2 id="arguments" className="text-base font-semibold">
      Arguments
    </h2>
    <div className="flex items-center gap-2">
      <CopyButton text={link} what="link with these arguments (no secrets)" label="Share" />
      <RunButton {...run} />
    </div>
  </div>
);

const onRunKeys = (start: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.stopPropagation();
  start();
};

export function Workspace({ tool, settings, initial, view, onView, onNoUser }: WorkspaceProps) {
  const [tab, setTab] = useState<"result" | "code">("result");
  const otherNames = useOtherNames(tool.slug);
  const { draft, setDraft, errors, onField, clear, judge } = useArguments(tool.input_parameters, initial);
  const lists = useValueLists(tool.slug, settings, draft.value);
  const box = useRef<HTMLDivElement>(null);
  const upload = useCallback((file: File) => uploadFile(file, { toolkit: tool.toolkit.slug, tool: tool.slug }), [tool]);
  const { running, canceled, outcome, run, cancel } = useRun((finalOutcome) => {
    remember(tool.slug, finalOutcome);
    judge(refusedArguments(finalOutcome), finalOutcome.sent);
  });
  const [refusalCount, setRefused] = useState(0);
  // The first field with an error receives the focus: after a run ended or did not start, once its errors are rendered.
  useEffect(() => {
    if (refusalCount > 0 || outcome?.error) box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [outcome, refusalCount]);
  useKeptArguments(tool.slug, draft.value);
  const start = () => {
    if (running || draft.problem) return;
    // all errors are shown at the same time; the user's field is first and receives the focus last
    const problems = findProblems(tool.input_parameters, draft.value);
    const isNobody = !tool.no_auth && !settings.user && !settings.account;
    if (problems.length > 0) judge(problems, draft.value);
    if (isNobody) return onNoUser();
    if (problems.length > 0) return setRefused((times) => times + 1);
    setTab("result");
    void run({ tool: tool.slug, settings, values: draft.value });
  };
  return (
    <div
      ref={box}
      onKeyDownCapture={onRunKeys(start)}
      className="grid min-w-0 grid-cols-1 items-start gap-6 lg:grid-cols-2"
    >
      <section aria-labelledby="arguments" className="min-w-0">
        <ArgumentsHead
          link={shareAddress(tool, settings.version, draft.value)}
          running={running}
          disabled={draft.problem !== null}
          onStart={start}
          onCancel={cancel}
        />
        <ArgumentsPanel
          schema={tool.input_parameters}
          draft={draft}
          view={view}
          errors={errors}
          otherNames={otherNames}
          onView={onView}
          onText={setDraft}
          onField={onField}
          onClear={clear}
          uploadFile={upload}
          lists={lists}
        />
      </section>
      <Tabs
        label="Result and code"
        tabs={TABS}
        value={tab}
        onChange={setTab}
        className="min-w-0 pt-2 lg:sticky lg:top-12 lg:max-h-[calc(100dvh-4rem)] lg:overflow-y-auto"
      >
        {tab === "result" ? (
          <ResultPanel outcome={outcome} running={running} canceled={canceled} tool={tool} user={settings.user} />
        ) : (
          <SnippetsPanel
            call={{
              toolkit: tool.toolkit.slug,
              tool: tool.slug,
              version: settings.version || tool.version,
              user: settings.user || "default",
              account: settings.account,
              arguments: draft.value,
            }}
          />
        )}
      </Tabs>
    </div>
  );
}
