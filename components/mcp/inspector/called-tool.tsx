/** One tool: its arguments, the call, and its result. Mounted again for each tool. */
"use client";
import { Play, Square } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { ArgumentsPanel, type ArgumentsView } from "@/components/execution/arguments-panel";
import { useArguments } from "@/components/execution/use-arguments";
import { ErrorState } from "@/components/parts/display/error-state";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { Button } from "@/components/ui/button";
import { toCallResult, type Exchange, type McpTool } from "../rpc";
import { CallResult } from "./call-result";

type Call = (args: Record<string, unknown>, signal: AbortSignal) => Promise<Exchange>;
type CalledToolProps = { tool: McpTool; call: Call };

function useCall(call: Call, onAnswer: (exchange: Exchange, input: Record<string, unknown>) => void) {
  const [running, setRunning] = useState(false);
  const [lastExchange, setSaid] = useState<Exchange | null>(null);
  const [error, setError] = useState<unknown>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  const start = async (args: Record<string, unknown>): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    setRunning(true);
    setError(null);
    try {
      const reply = await call(args, signal);
      setSaid(reply);
      onAnswer(reply, args);
    } catch (failure) {
      if (!signal.aborted) setError(failure);
    } finally {
      setRunning(false);
    }
  };
  return { running, said: lastExchange, error, start, cancel: () => control.current?.abort() };
}

export function CalledTool({ tool, call }: CalledToolProps) {
  const { draft, setDraft, errors, onField, clear, judge } = useArguments(tool.inputSchema, null);
  const [view, setView] = useState<ArgumentsView>("form");
  const {
    running,
    said: exchange,
    error,
    start,
    cancel,
  } = useCall(call, (reply, input) => judge(toCallResult(reply).errors, input));
  const begin = () => {
    if (!running && !draft.problem) void start(draft.value);
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    begin();
  };
  return (
    <section aria-labelledby="called-tool" className="min-w-0 space-y-4" onKeyDownCapture={onKeyDownCapture}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 id="called-tool" className="font-mono text-sm font-medium wrap-anywhere">
            {tool.name}
          </h2>
          <p className="mt-1 line-clamp-3 text-sm break-words text-muted">{toPlainWords(tool.description ?? "")}</p>
        </div>
        {running ? (
          <Button variant="outline" onClick={cancel}>
            <Square aria-hidden /> Cancel
          </Button>
        ) : (
          <Button
            onClick={begin}
            disabled={draft.problem !== null}
            aria-keyshortcuts="Control+Enter Meta+Enter"
            title="Ctrl+Enter"
          >
            <Play aria-hidden /> Call tool
          </Button>
        )}
      </div>
      {error ? <ErrorState title="No response" error={error} /> : null}
      {exchange ? <CallResult key={exchange.sent.id} said={exchange} /> : null}
      <ArgumentsPanel
        schema={tool.inputSchema}
        draft={draft}
        view={view}
        errors={errors}
        onView={setView}
        onText={setDraft}
        onField={onField}
        onClear={clear}
      />
    </section>
  );
}
