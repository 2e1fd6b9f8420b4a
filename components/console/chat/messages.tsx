/** The messages of a conversation, with the calls of the model where it made them. */
"use client";
import { Bot } from "lucide-react";
import { StepCard } from "../step-card";
import type { Step } from "../steps";
import { isSaid, type Entry } from "../use-agent";

type MessagesProps = {
  /** Steps that the session had before this page was opened. */
  before: readonly Step[];
  entries: readonly Entry[];
  /** The beginning of the text that the model writes now. */
  partial: string;
};

const FromModel = ({ text, busy = false }: { text: string; busy?: boolean }) => (
  <div className="flex gap-2 text-sm" aria-busy={busy}>
    <Bot aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
    <p className="min-w-0 break-words whitespace-pre-wrap">{text}</p>
  </div>
);

const FromPerson = ({ text }: { text: string }) => (
  <p className="ml-auto w-fit max-w-[85%] rounded-lg bg-hover px-3 py-2 text-sm break-words whitespace-pre-wrap">
    {text}
  </p>
);

export function Messages({ before, entries, partial }: MessagesProps) {
  const steps = [...before, ...entries.filter((entry) => !isSaid(entry))];
  return (
    <div className="space-y-4">
      {before.length > 0 ? (
        <section aria-labelledby="earlier-calls" className="space-y-3">
          <h2 id="earlier-calls" className="text-sm font-medium text-muted">
            Earlier calls in this session
          </h2>
          <ol className="space-y-3">
            {before.map((step, index) => (
              <StepCard key={step.id} step={step} number={index + 1} isFolded />
            ))}
          </ol>
        </section>
      ) : null}
      <ol aria-label="Conversation" className="space-y-4">
        {entries.map((entry) =>
          !isSaid(entry) ? (
            <StepCard key={entry.id} step={entry} number={steps.indexOf(entry) + 1} isFolded />
          ) : (
            <li key={entry.id}>
              {entry.isPerson ? <FromPerson text={entry.said} /> : <FromModel text={entry.said} />}
            </li>
          ),
        )}
        {partial ? (
          <li>
            <FromModel text={partial} busy />
          </li>
        ) : null}
      </ol>
    </div>
  );
}
