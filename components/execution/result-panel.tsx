/** The result of the last run: the provider's message, the response as tree, table or text, and the timings. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleX, FlaskConical } from "lucide-react";
import { useMemo, useState } from "react";
import { toDuration } from "@/components/logs/log-fields";
import { LogTimings } from "@/components/logs/log-timings";
import { CodeBlock } from "@/components/parts/display/code-block";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ErrorState } from "@/components/parts/display/error-state";
import { toFailureWords, toNoted } from "@/components/parts/display/failure-words";
import { JsonView } from "@/components/parts/display/json-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { ClientError } from "@/lib/contract/client";
import { AnswerFileLinks } from "./answer-file-links";
import { findFiles } from "./answer-files";
import { OfferConnection } from "./offer-connection";
import { ownLog } from "./own-log";
import { OwnRunsList } from "./own-runs-list";
import { findTable } from "./result-rows";
import { ResultTableView } from "./result-table";
import type { Tool } from "./tool-picker";
import { TranslatedNames } from "./translated-names";
import type { Outcome, ToolAnswer } from "./use-run";

/** The platform's own code for "no account of this toolkit can be used". */
const NO_ACCOUNT = 1803;

const takesArguments = ({ input_parameters: { properties } }: Tool): boolean =>
  properties instanceof Object && Object.keys(properties).length > 0;

type ResultPanelProps = { outcome: Outcome | null; running: boolean; canceled: boolean; tool: Tool; user: string };

export const ResultPanel = (props: ResultPanelProps) => (
  <div className="space-y-4">
    <Result {...props} />
    <OwnRunsList key={props.outcome?.answer?.log_id} tool={props.tool.slug} />
  </div>
);

function Result({ outcome, running, canceled, tool, user }: ResultPanelProps) {
  if (running)
    return (
      <p role="status" className="rounded-lg border px-4 py-10 text-center text-sm text-muted">
        Running…
      </p>
    );
  if (canceled)
    return (
      <p role="status" className="rounded-lg border px-4 py-10 text-center text-sm text-muted">
        Canceled. The provider may have already completed the request; check the tool logs.
      </p>
    );
  if (!outcome)
    return (
      <div className="rounded-lg border">
        <EmptyState Icon={FlaskConical} title="No result yet">
          {takesArguments(tool)
            ? "Fill in the arguments and run the tool, or press Ctrl+Enter."
            : "Run the tool to see its response here."}
        </EmptyState>
      </div>
    );
  if (!outcome.answer) return <Refusal error={outcome.error} toolkit={tool.toolkit.slug} user={user} />;
  return (
    <div className="space-y-4">
      <TranslatedNames tool={tool} sent={outcome.sent} />
      <Answer key={outcome.answer.log_id} answer={outcome.answer} ms={outcome.ms} />
    </div>
  );
}

function Refusal({ error, toolkit, user }: { error: unknown; toolkit: string; user: string }) {
  const nameOf = useToolkitNames();
  const { code, errors } = error instanceof ClientError ? error.detail : {};
  const { missing, title, text } = toFailureWords({ error: error instanceof Error ? error.message : "", nameOf });
  // errors of single arguments are shown at the arguments
  if (errors)
    return (
      <Alert tone="error" title="Request not sent">
        {errors.length === 1 ? "An argument is invalid." : "Some arguments are invalid."} Fix the marked fields, then
        run the tool again.
      </Alert>
    );
  return (
    <div className="space-y-3">
      {missing ? (
        <Alert tone="error" title={title}>
          {text}
        </Alert>
      ) : (
        <ErrorState title="Request not sent" error={error} />
      )}
      {code === NO_ACCOUNT ? <OfferConnection toolkit={toolkit} user={user} /> : null}
    </div>
  );
}

type View = "tree" | "table" | "raw";

function Answer({ answer, ms }: { answer: ToolAnswer; ms: number }) {
  const { data, successful, error, log_id: logId, warnings } = answer;
  const table = useMemo(() => findTable(data), [data]);
  const files = useMemo(() => findFiles(data), [data]);
  const [view, setView] = useState<View>("tree");
  const views: { key: View; label: string }[] = [
    { key: "tree", label: "Tree" },
    ...(table ? [{ key: "table" as const, label: "Table" }] : []),
    { key: "raw", label: "Raw" },
  ];
  const failed = toFailureWords({ error, nameOf: useToolkitNames() });
  const isSilent = !successful && failed.isSilent;
  const Icon = successful ? CircleCheck : CircleX;
  return (
    <div className="space-y-4">
      <div
        role="status"
        className={`rounded-lg px-3 py-2 text-sm ${successful ? "bg-green-tint text-green" : "bg-red-tint text-red"}`}
      >
        <p className="flex items-center gap-2 font-medium">
          <Icon aria-hidden className="size-4 shrink-0" /> {successful ? "Succeeded" : failed.title}
          <span title="Round trip measured in this browser" className="ml-auto font-mono text-xs font-normal">
            {toDuration(ms)}
          </span>
        </p>
        {error ? <p className="mt-1 break-words text-ink">{failed.text}</p> : null}
        {warnings?.map((warning) => (
          <p key={warning} className="mt-1 break-words text-ink">
            {warning}
          </p>
        ))}
      </div>
      <AnswerFileLinks files={files} />
      <div className="flex items-center justify-between gap-2">
        {isSilent ? (
          <p className="text-sm text-muted">No response.</p>
        ) : (
          <Segmented label="Show the response as" options={views} value={view} onChange={setView} />
        )}
        <Link
          href={`/logs/tools?open=${encodeURIComponent(logId)}`}
          className="rounded-sm text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
        >
          Open the log
        </Link>
      </div>
      {isSilent ? <JsonView label="Notes from Patchbay" value={toNoted(data)} /> : null}
      {view === "tree" && !isSilent ? <JsonView label="Response" value={data} /> : null}
      {view === "table" && table ? <ResultTableView table={table} /> : null}
      {view === "raw" ? (
        <CodeBlock label="Response as JSON" language="json" code={JSON.stringify(data, null, 2)} />
      ) : null}
      <Timings logId={logId} ms={ms} />
    </div>
  );
}

function Timings({ logId, ms }: { logId: string; ms: number }) {
  const log = useQuery(ownLog(logId));
  if (!log.data) return null;
  return (
    <div className="space-y-2">
      <LogTimings metrics={log.data.metrics} />
      <p className="text-xs text-muted">Server time. Round trip from this browser: {toDuration(ms)}.</p>
    </div>
  );
}
