/** The steps of an agent's work one under another, each with the steps within it. */
"use client";
import { toTokenWords } from "@/components/parts/display/tokens";
import { CircleAlert, CircleCheck, CircleX, Hourglass, LoaderCircle, type LucideIcon } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { AccountLink } from "@/components/connected-accounts/account-link";
import { toDuration } from "@/components/logs/log-fields";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolName } from "@/components/parts/display/tool-name";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { cn } from "@/components/ui/cn";
import { toPartWords, toTokenSum, type TimelineEntry } from "./timeline-entry";

const LOOK: Record<TimelineEntry["status"], { Icon: LucideIcon; tone: string; word: string }> = {
  success: { Icon: CircleCheck, tone: "text-green", word: "Succeeded" },
  failed: { Icon: CircleX, tone: "text-red", word: "Failed" },
  running: { Icon: LoaderCircle, tone: "text-blue [&_svg]:animate-spin", word: "Running" },
  waiting: { Icon: Hourglass, tone: "text-amber", word: "Waiting for a response" },
};

type TimelineProps = {
  /** The label of the steps for screen readers. */
  label: string;
  entries: readonly TimelineEntry[];
  /** Opens the details of a step; without it, steps are not buttons. */
  onOpen?: (id: string) => void;
  /** The actions at the end of a step. */
  actions?: (entry: TimelineEntry) => ReactNode;
};

export function Timeline({ label, entries, onOpen, actions }: TimelineProps) {
  return (
    <ol aria-label={label} className="divide-y">
      {entries.map((entry) => (
        <li key={entry.id}>
          <TimelineRow entry={entry} onOpen={onOpen} actions={actions} />
        </li>
      ))}
    </ol>
  );
}

/** A click on the row itself: not on a control in it, nor in a window that one of them has opened. */
const onRow = ({ target, currentTarget }: MouseEvent) =>
  target instanceof Element && currentTarget.contains(target) && target.closest("button, a, time") === null;

type RowProps = Pick<TimelineProps, "onOpen" | "actions"> & { entry: TimelineEntry };

/** A step, with its inner steps below it on a vertical line. */
export function TimelineRow({ entry, onOpen, actions }: RowProps) {
  const { within = [] } = entry;
  return (
    <>
      <div
        className={cn("flex items-start gap-3 px-4 py-2.5", onOpen && "cursor-pointer hover:bg-hover")}
        onClick={onOpen && ((event) => onRow(event) && onOpen(entry.id))}
      >
        <Status entry={entry} />
        <div className="min-w-0 flex-1">
          <Head entry={entry} onOpen={onOpen} />
          <Body entry={entry} />
        </div>
        {actions ? <span className="shrink-0">{actions(entry)}</span> : null}
      </div>
      {within.length > 0 ? (
        <ol aria-label={`Calls within ${entry.tool}`} className="mb-2 ml-5.5 border-l pl-1">
          {within.map((step) => (
            <li key={step.id}>
              <TimelineRow entry={step} onOpen={onOpen} actions={actions} />
            </li>
          ))}
        </ol>
      ) : null}
    </>
  );
}

/** Some of the calls in it failed, or all. */
const partLook = ({ parts }: TimelineEntry): { Icon: LucideIcon; tone: string } =>
  parts?.succeeded === 0 ? { Icon: CircleX, tone: "text-red" } : { Icon: CircleAlert, tone: "text-amber" };

function Status({ entry }: { entry: TimelineEntry }) {
  const parts = toPartWords(entry);
  const { Icon, tone, word } = parts ? { ...partLook(entry), word: parts } : LOOK[entry.status];
  return (
    <span className={cn("mt-0.5 shrink-0", tone)} title={word}>
      <Icon aria-hidden className="size-4" />
      <span className="sr-only">{word}</span>
    </span>
  );
}

function Head({ entry, onOpen }: Pick<RowProps, "entry" | "onOpen">) {
  const { tool, toolkit, at: time, durationMs } = entry;
  const tokens = toTokenSum(entry);
  const parts = toPartWords(entry);
  const name = "min-w-0 rounded-sm text-left text-sm font-medium wrap-anywhere";
  const words = <ToolName slug={tool} toolkit={toolkit} />;
  return (
    <div className="@container flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex min-w-0 flex-1 basis-48 items-center gap-2">
        <ToolkitLogo slug={toolkit} />
        {onOpen ? (
          <button type="button" className={cn(name, "hover:underline")} onClick={() => onOpen(entry.id)}>
            {words}
          </button>
        ) : (
          <span className={name}>{words}</span>
        )}
      </span>
      <span className="flex shrink-0 items-center gap-x-3 text-xs text-muted">
        {parts ? <span className={cn("font-medium", partLook(entry).tone)}>{parts}</span> : null}
        {tokens === undefined ? null : (
          <span className="font-mono tabular-nums" title="About how many tokens its arguments and its result have">
            ~{toTokenWords(tokens)} <span className="font-sans">tokens</span>
          </span>
        )}
        {durationMs === undefined ? null : <span className="font-mono tabular-nums">{toDuration(durationMs)}</span>}
        <RelativeTime at={time} />
      </span>
    </div>
  );
}

function Body({ entry: { arguments: args, result, error, account } }: { entry: TimelineEntry }) {
  return (
    <div className="mt-1 space-y-0.5 text-xs text-muted">
      {args ? <Line name="Arguments">{args}</Line> : null}
      {error ? (
        <p className="line-clamp-2 wrap-anywhere text-red">{error}</p>
      ) : result ? (
        <Line name="Result">{result}</Line>
      ) : null}
      {account ? (
        <p className="flex min-w-0 flex-wrap gap-x-1.5">
          <span className="sr-only">Account</span>
          <AccountLink id={account.id} />
          {account.why ? <span>{account.why}</span> : null}
        </p>
      ) : null}
    </div>
  );
}

const Line = ({ name, children }: { name: string; children: string }) => (
  <p className="flex min-w-0 gap-2">
    <span className="w-17 shrink-0">{name}</span>
    <code className="min-w-0 flex-1 truncate font-mono text-ink">{children}</code>
  </p>
);
