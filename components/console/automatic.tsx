/**
 * A task that the language model does step by step, with every call, every answer, and why it ended. It can be stopped
 * at any time.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Bot, Play, Square } from "lucide-react";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field, FieldError } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query, type ResultOf } from "@/lib/contract/client";
import { MAX_CALLS, MAX_SECONDS } from "@/lib/console/constants";
import { languageModelApi } from "@/generated/addresses/llm";
import { EndOf } from "./end-of";
import { StepCard } from "./step-card";
import type { TaskSettings } from "./task-fields";
import type { Step } from "./steps";
import { isSaid, type Entry, type useAgent } from "./use-agent";

type AutomaticProps = {
  settings: TaskSettings;
  /** Steps that the session had before. */
  before: readonly Step[];
  /** The page holds it, so that another mode and the way back lose no step. */
  agent: ReturnType<typeof useAgent>;
};
type Model = ResultOf<typeof languageModelApi.getLanguageModel>;

export function Automatic(props: AutomaticProps) {
  const model = useQuery(query(languageModelApi.getLanguageModel, {}));
  return (
    <QueryView query={model} what="the language model" skeleton={<Skeleton className="h-32 rounded-lg" />}>
      {(modelSettings) => {
        const name = modelSettings.project?.model ?? modelSettings.server?.model;
        return name === undefined ? <NoModel /> : <Agent {...props} name={name} own={modelSettings.project} />;
      }}
    </QueryView>
  );
}

const NoModel = () => (
  <Alert tone="info" title="No model configured">
    <p>
      Set one under{" "}
      <Link href="/settings/project" className="rounded-sm underline underline-offset-4">
        Settings, Project
      </Link>
      , or let the operator set <code className="font-mono text-xs">PATCHBAY_LLM_BASE_URL</code> and{" "}
      <code className="font-mono text-xs">PATCHBAY_LLM_MODEL</code>. Manual mode works without one.
    </p>
  </Alert>
);

const toWhole = (text: string, most: number): number | null => {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : null;
};

function Agent({
  settings: { task, user },
  before,
  agent: { entries, running, thinking, end, error, start, stop },
  name,
  own: projectModel,
}: AutomaticProps & { name: string; own: Model["project"] }) {
  const [calls, setCalls] = useState("20");
  const [seconds, setSeconds] = useState("240");
  const limits = { calls: toWhole(calls, MAX_CALLS), seconds: toWhole(seconds, MAX_SECONDS) };
  const [wasTried, setTried] = useState(false);
  const missing =
    task.trim() === "" ? "Enter a task first." : user.trim() === "" ? "Enter a user ID first." : undefined;
  const begin = () => {
    setTried(missing !== undefined);
    if (missing === undefined && limits.calls !== null && limits.seconds !== null)
      void start({ task: task.trim(), calls: limits.calls, seconds: limits.seconds });
  };
  return (
    <div className="space-y-4">
      <section aria-label="Agent" className="space-y-4 rounded-lg border p-4">
        <p className="text-sm">
          <span className="font-mono text-xs wrap-anywhere">{name}</span>{" "}
          <span className="text-muted">
            {projectModel ? "of this project" : "of this server"} does the task, step by step.
          </span>
        </p>
        <div className="grid max-w-md grid-cols-2 gap-4">
          <Limit label="Max calls" value={calls} most={MAX_CALLS} wrong={limits.calls === null} onChange={setCalls} />
          <Limit
            label="Max seconds"
            value={seconds}
            most={MAX_SECONDS}
            wrong={limits.seconds === null}
            onChange={setSeconds}
          />
        </div>
        {running ? (
          <Button variant="danger" onClick={stop}>
            <Square aria-hidden /> Stop agent
          </Button>
        ) : (
          <>
            <Button onClick={begin}>
              <Play aria-hidden /> {entries.length > 0 ? "Start again" : "Start agent"}
            </Button>
            <FieldError>{wasTried ? missing : undefined}</FieldError>
          </>
        )}
      </section>
      <Entries entries={[...before, ...entries]} />
      <p role="status" className="text-sm text-muted">
        {thinking ? "Thinking…" : running ? "Working." : ""}
      </p>
      {end ? <EndOf end={end} /> : null}
      {error ? (
        <ErrorState title="Couldn’t run the agent" error={error} onRetry={missing === undefined ? begin : undefined} />
      ) : null}
    </div>
  );
}

type LimitProps = { label: string; value: string; most: number; wrong: boolean; onChange: (text: string) => void };

const Limit = ({ label, value, most, wrong, onChange }: LimitProps) => (
  <Field label={label} error={wrong ? `Enter a whole number from 1 to ${most}.` : undefined}>
    {(wiring) => (
      <Input
        {...wiring}
        inputMode="numeric"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        className="font-mono"
      />
    )}
  </Field>
);

function Entries({ entries }: { entries: readonly Entry[] }) {
  const steps = entries.filter((entry) => !isSaid(entry));
  return (
    <ol aria-label="Steps" className="space-y-4">
      {entries.map((entry) =>
        isSaid(entry) ? (
          <li key={entry.id} className="flex gap-2 text-sm">
            <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
            <p className="min-w-0 break-words whitespace-pre-wrap">{entry.said}</p>
          </li>
        ) : (
          <StepCard key={entry.id} step={entry} number={steps.indexOf(entry) + 1} />
        ),
      )}
    </ol>
  );
}
