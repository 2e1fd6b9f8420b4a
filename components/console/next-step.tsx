/** The step that comes next: one of those that the answers suggest, or any tool; its arguments as a form or as JSON. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Play, Square } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { toDraft, type Values } from "@/components/execution/arguments-draft";
import { ArgumentsPanel, type ArgumentsView } from "@/components/execution/arguments-panel";
import { useValueLists } from "@/components/execution/use-value-lists";
import { uploadFile } from "@/components/files/upload-file";
import { ErrorState } from "@/components/parts/display/error-state";
import { Combobox, useCombobox } from "@/components/parts/forms/combobox";
import { NO_ERRORS } from "@/components/schema-form/field-errors";
import { blankArguments } from "@/components/schema-form/field-value";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import type { Schema } from "@/components/schema-form/schema";
import { useFoundTools } from "@/components/suggestions/use-found";
import { toSlug, withTyped } from "@/components/suggestions/with-typed";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import { withoutKnown } from "./step-words";
import { knownSchema, nextSteps, type Step, type Suggestion } from "./steps";

type NextStepProps = {
  task: string;
  /** Whose values the form offers. */
  user: string;
  steps: readonly Step[];
  running: boolean;
  /** Why nothing can be run yet. */
  missing: string | null;
  onRun: (tool: string, input: Values) => void;
  onCancel: () => void;
};

/** Mounted again after every step, so that its first suggestion is the newest suggestion. */
export function NextStep({ task, user, steps, running, missing, onRun, onCancel }: NextStepProps) {
  const suggestions = nextSteps(task, steps, useToolkitNames());
  const [choice, setChosen] = useState<Suggestion | null>(null);
  const current = choice ?? suggestions[0];
  return (
    <section aria-labelledby="next-step" className="space-y-4 rounded-lg border p-4">
      <h2 id="next-step" className="text-base font-semibold">
        Next step
      </h2>
      <div className="flex flex-wrap gap-2" role="group" aria-label="Suggested steps">
        {suggestions.map((suggestion) => (
          <Button
            key={`${suggestion.label} ${suggestion.tool}`}
            variant="outline"
            aria-pressed={suggestion.label === current?.label && suggestion.tool === current.tool}
            onClick={() => setChosen(suggestion)}
            className="max-w-full aria-pressed:border-ink aria-pressed:bg-hover"
          >
            <span className="truncate">{suggestion.label}</span>
          </Button>
        ))}
      </div>
      <OtherTool onChoose={(tool) => setChosen({ label: tool, tool, arguments: {} })} />
      {current ? (
        <StepDraft
          key={`${current.tool} ${JSON.stringify(current.arguments)}`}
          suggestion={current}
          schema={knownSchema(steps, current.tool)}
          user={user}
          running={running}
          missing={missing}
          onRun={onRun}
          onCancel={onCancel}
        />
      ) : null}
    </section>
  );
}

/** Any tool by its name or its slug. */
function OtherTool({ onChoose }: { onChoose: (tool: string) => void }) {
  const state = useCombobox();
  const options = useFoundTools({ text: state.text, enabled: state.open }, "");
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-medium">
        Other tool <span className="font-normal text-muted">(optional)</span>
      </p>
      <Combobox
        state={state}
        label="Other tool"
        placeholder="Search tools, or paste a slug"
        options={withTyped(options, state.text, toSlug)}
        onChoose={onChoose}
        dropsText
        className="max-w-md"
      />
    </div>
  );
}

type StepDraftProps = Pick<NextStepProps, "user" | "running" | "missing" | "onRun" | "onCancel"> & {
  suggestion: Suggestion;
  /** The schema from an answer; without it, the catalog's schema is loaded. */
  schema: Schema | null;
};

function StepDraft({ suggestion, schema, ...actions }: StepDraftProps) {
  const { tool } = suggestion;
  const toolQuery = useQuery({
    ...query(catalogApi.getTool, { params: { tool_slug: tool }, query: { version: "latest" } }),
    enabled: schema === null,
    staleTime: Infinity,
  });
  if (schema) return <Draft suggestion={suggestion} schema={schema} {...actions} />;
  if (toolQuery.isError)
    return (
      <ErrorState
        title={`The tool ${tool} couldn’t be loaded`}
        error={toolQuery.error}
        onRetry={() => void toolQuery.refetch()}
      />
    );
  if (!toolQuery.data) return <Skeleton className="h-40" />;
  return <Draft suggestion={suggestion} schema={toolQuery.data.input_parameters as Schema} {...actions} />;
}

type DraftProps = Omit<StepDraftProps, "schema"> & { schema: Schema };

function Draft(props: DraftProps) {
  const { suggestion, schema, user, running, missing, onRun, onCancel } = props;
  const { tool, arguments: initial } = suggestion;
  const draftSchema = useMemo(() => withoutKnown(tool, schema), [tool, schema]);
  const [draft, setDraft] = useState(() => toDraft({ ...blankArguments(draftSchema), ...initial }));
  const [view, setView] = useState<ArgumentsView>("form");
  const lists = useValueLists(tool, { user, account: "", version: "" }, draft.value);
  const onField = useCallback(
    (update: (before: Values) => Values) => setDraft((before) => toDraft(update(before.value))),
    [],
  );
  const upload = useCallback(
    (file: File) => uploadFile(file, { toolkit: tool.split("_")[0]?.toLowerCase() ?? "", tool }),
    [tool],
  );
  return (
    <div className="space-y-4">
      <p className="font-mono text-xs wrap-anywhere text-muted">{tool}</p>
      <ArgumentsPanel
        schema={draftSchema}
        draft={draft}
        view={view}
        errors={NO_ERRORS}
        onView={setView}
        onText={setDraft}
        onField={onField}
        onClear={() => setDraft(toDraft(blankArguments(draftSchema)))}
        uploadFile={upload}
        lists={lists}
      />
      <div className="flex flex-wrap items-center gap-3">
        {running ? (
          <Button variant="outline" onClick={onCancel}>
            <Square aria-hidden /> Stop
          </Button>
        ) : (
          <Button disabled={draft.problem !== null || missing !== null} onClick={() => onRun(tool, draft.value)}>
            <Play aria-hidden /> Run step
          </Button>
        )}
        {missing ? <span className="text-sm text-muted">{missing}</span> : null}
      </div>
    </div>
  );
}
