/**
 * A step: the request, the response, the account and why it was chosen, the duration, and the approximate number of
 * tokens.
 */
"use client";
import { aboutTokens } from "@/components/parts/display/tokens";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, Clock, ExternalLink, Hourglass, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { WaitingCall } from "@/components/approvals/waiting-call";
import { useAccountName } from "@/components/connected-accounts/use-account-name";
import { toAccountRule, toDuration, toLogFields, toLogTitle } from "@/components/logs/log-fields";
import { ErrorState } from "@/components/parts/display/error-state";
import { JsonView } from "@/components/parts/display/json-view";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { useToolkitNames, useToolkitOf } from "@/components/parts/display/toolkit-name";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { stepName, toPlanLine } from "./step-words";
import { linksOf, logsOf, plansOf, SEARCH, waitingIds, type Step } from "./steps";

type State = { tone: BadgeTone; Icon: LucideIcon; word: string };

const STATES: Record<Step["state"], State> = {
  running: { tone: "blue", Icon: CircleDashed, word: "Running" },
  waiting: { tone: "amber", Icon: Hourglass, word: "Waits for approval" },
  done: { tone: "green", Icon: CircleCheck, word: "Done" },
  refused: { tone: "red", Icon: CircleX, word: "Rejected" },
  canceled: { tone: "grey", Icon: Clock, word: "Stopped" },
};
const FAILED: State = { tone: "red", Icon: CircleX, word: "Failed" };

/** Results of several calls can contain failures although the call itself worked. */
const hasFailed = ({ answer }: Step): boolean =>
  answer !== undefined && (!answer.successful || Number(answer.data.error_count ?? 0) > 0);

type StepCardProps = {
  step: Step;
  number: number;
  onAskAgain?: (step: Step) => void;
  /** Shows only what a person has to do, until it is opened. */
  isFolded?: boolean;
};

export function StepCard({ step, number, onAskAgain, isFolded = false }: StepCardProps) {
  const { tool, state, sent: input, answer, error, ms } = step;
  const { tone, Icon, word } = hasFailed(step) ? FAILED : STATES[state];
  const [open, setOpen] = useState(!isFolded);
  const toolkitOf = useToolkitOf();
  const name = stepName(step, useToolkitNames()) ?? toToolName(tool, toolkitOf(tool));
  const tokens = aboutTokens(input) + (answer ? aboutTokens(answer.data) : 0);
  return (
    <li className="rounded-lg border" aria-label={`Step ${number}: ${name ?? tool}`}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b bg-surface px-3 py-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 items-center gap-2 rounded-sm text-left text-sm font-medium hover:underline"
        >
          <span className="text-muted tabular-nums">{number}.</span>
          {name ? <span>{name}</span> : null}
          <span className={cn("min-w-0 font-mono text-xs wrap-anywhere", name && "font-normal text-muted")}>
            {tool}
          </span>
        </button>
        <Badge tone={tone}>
          <Icon aria-hidden /> {word}
        </Badge>
        <span className="ml-auto flex gap-3 font-mono text-xs text-muted tabular-nums">
          {ms === undefined ? null : <span>{toDuration(ms)}</span>}
          <span>about {tokens.toLocaleString("en")} tokens</span>
        </span>
      </div>
      {state === "waiting" && !open ? (
        <div className="p-3">
          <Waiting step={step} onAskAgain={onAskAgain} />
        </div>
      ) : null}
      {open ? (
        <div className="space-y-3 p-3">
          <Waiting step={step} onAskAgain={onAskAgain} />
          {error === undefined ? null : <ErrorState title="Step rejected" error={error} />}
          {answer?.error ? <p className="text-sm break-words text-danger">{answer.error}</p> : null}
          {answer ? <Outcome step={step} /> : null}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2">
            <JsonView label="Sent" value={input} />
            {answer ? <JsonView label="Response" value={answer.data} /> : null}
          </div>
        </div>
      ) : null}
    </li>
  );
}

function Waiting({ step, onAskAgain }: Pick<StepCardProps, "step" | "onAskAgain">) {
  if (step.state !== "waiting") return null;
  const ids = waitingIds(step);
  if (ids.length > 0)
    return ids.map((id) => (
      <div key={id} role="group" aria-label="Approval" className="rounded-lg border border-amber p-3">
        <WaitingCall id={id} onDecided={onAskAgain && (() => onAskAgain(step))} />
      </div>
    ));
  return (
    <div role="status" className="space-y-2 rounded-lg bg-amber-tint px-3 py-2 text-sm">
      <p>This call needs approval before it runs.</p>
      <p className="flex flex-wrap gap-2">
        {step.approval?.url ? (
          <Button asChild variant="outline">
            <a href={step.approval.url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> Open the approval
            </a>
          </Button>
        ) : null}
        {onAskAgain ? (
          <Button variant="outline" onClick={() => onAskAgain(step)}>
            Ask again
          </Button>
        ) : null}
      </p>
    </div>
  );
}

/** The important part of an answer, before the full answer. */
function Outcome({ step: { tool, answer } }: { step: Step }) {
  const nameOf = useToolkitNames();
  if (!answer) return null;
  const logs = logsOf(tool, answer).slice(0, 10);
  return (
    <>
      {linksOf(tool, answer).map(({ toolkit, url }) => (
        <p key={toolkit} className="flex flex-wrap items-center gap-2 rounded-lg bg-blue-tint px-3 py-2 text-sm">
          The user needs to connect {nameOf(toolkit)}.
          <Button asChild variant="outline">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden /> Connect {nameOf(toolkit)}
            </a>
          </Button>
        </p>
      ))}
      {tool === SEARCH ? <Plans answer={answer} /> : null}
      {logs.length > 0 ? (
        <ul className="space-y-1">
          {logs.map((id) => (
            <Account key={id} logId={id} />
          ))}
        </ul>
      ) : null}
    </>
  );
}

function Plans({ answer }: { answer: NonNullable<Step["answer"]> }) {
  const toolkitOf = useToolkitOf();
  const toName = (slug: string) => toToolName(slug, toolkitOf(slug)) ?? slug;
  return plansOf(answer).map(({ steps, pitfalls, tools, problem }, index) => (
    <div key={index} className="space-y-2 text-sm">
      <p>
        {problem ? "Closest: " : "Found: "}
        <span title={tools.join(", ")}>{tools.map(toName).join(", ") || "nothing"}</span>
      </p>
      {problem ? <p className="break-words text-muted">{problem}</p> : null}
      {steps.length > 0 ? (
        <ol className="list-decimal space-y-0.5 pl-5">
          {steps.map((line) => (
            <li key={line} className="break-words">
              {toPlanLine(line)}
            </li>
          ))}
        </ol>
      ) : null}
      {pitfalls.length > 0 ? (
        <ul className="list-disc space-y-0.5 pl-5 text-muted">
          {pitfalls.map((line) => (
            <li key={line} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  ));
}

/** The account of an execution, and why it was chosen. Logs are written a moment after the answer. */
function Account({ logId }: { logId: string }) {
  const log = useQuery({
    ...query(logsApi.getToolLog, { params: { id: logId } }),
    retry: 4,
    retryDelay: 400,
    staleTime: Infinity,
  });
  const accountName = useAccountName(log.data && toLogFields(log.data).accountId);
  if (!log.data) return null;
  const { accountId } = toLogFields(log.data);
  const rule = toAccountRule(log.data.data.account);
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm text-muted">
      <span className="text-ink">{toLogTitle(log.data)}</span>
      {accountId ? (
        <span>
          with{" "}
          <Link
            href={`/connected-accounts/${encodeURIComponent(accountId)}`}
            className="rounded-sm underline underline-offset-4 wrap-anywhere hover:text-ink"
          >
            {accountName ?? accountId}
          </Link>
        </span>
      ) : (
        <span>without an account</span>
      )}
      {rule ? <span>· {rule}</span> : null}
      <Link
        href={`/logs/tools?open=${encodeURIComponent(logId)}`}
        className="rounded-sm underline underline-offset-4 hover:text-ink"
      >
        Open the log
      </Link>
    </li>
  );
}
