/** Shows what a policy would have done to past calls, before it is stored. */
"use client";
import { History } from "lucide-react";
import { useEffect, useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { countOf, pluralOf } from "@/lib/contract/count-of";
import { toBody, type Draft, type Policy } from "./policy-draft";
import { OUTCOMES } from "./policy-words";
import { MAX_TRIED, TRIAL_DAYS, useTrial, type Outcome, type Trial } from "./use-trial";

type TryProps = {
  draft: Draft;
  policy: Policy | null;
  /** Whether the draft can be sent; shows at its fields what is missing. */
  mayTry: () => boolean;
};

export function TryPolicy({ draft, policy, mayTry }: TryProps) {
  const { trial, isPending, error, begin, stop } = useTrial();
  const [lastRule, setLastRule] = useState("");
  const { match, action } = toBody(draft, policy);
  const rule = JSON.stringify([match, action]);
  useEffect(() => stop, [stop]);
  const isSame = lastRule === rule;
  const start = () => {
    if (!mayTry()) return;
    setLastRule(rule);
    begin({ match, action });
  };
  return (
    <div className="space-y-3">
      <Button type="button" variant="outline" onClick={isPending ? stop : start}>
        <History aria-hidden /> {isPending ? "Stop" : `Try on the last ${TRIAL_DAYS} days`}
      </Button>
      <div role="status" className="space-y-3">
        {isSame && trial ? <TrialResult trial={trial} isPending={isPending} /> : null}
      </div>
      {isSame && error ? <ErrorState title="Couldn’t try the policy" error={error} /> : null}
    </div>
  );
}

const toSentence = ({ callCount, counts }: Trial): string => {
  if (callCount === 0) return "There are no past calls to try the policy on.";
  const covered = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return `It applies to ${covered.toLocaleString("en")} of ${countOf(callCount, "call")}.`;
};

function TrialResult({ trial, isPending }: { trial: Trial; isPending: boolean }) {
  const counts = Object.entries(trial.counts) as [Outcome, number][];
  const isCut = trial.isCut && !isPending;
  return (
    <Alert tone="info" title={isPending ? "Trying the policy" : toSentence(trial)}>
      <ul>
        {counts.map(([outcome, count]) => (
          <li key={outcome}>
            {OUTCOMES[outcome]}: {count.toLocaleString("en")}
          </li>
        ))}
      </ul>
      {trial.unknown > 0 ? (
        <p>
          {countOf(trial.unknown, "call")} can’t be judged, because the log doesn’t have all of{" "}
          {pluralOf(trial.unknown, "its", "their")} values.
        </p>
      ) : null}
      {isCut ? <p>Only the newest calls were judged, {MAX_TRIED.toLocaleString("en")} at most.</p> : null}
      {trial.newest.length > 0 ? <NewestCalls trial={trial} /> : null}
    </Alert>
  );
}

const NewestCalls = ({ trial }: { trial: Trial }) => (
  <ul aria-label="Newest calls that it applies to" className="mt-2 space-y-1">
    {trial.newest.map(({ log_id: id, tool_slug: slug, timestamp, outcome }) => (
      <li key={id} className="flex flex-wrap gap-x-2">
        <Link
          href={`/logs/tools?open=${encodeURIComponent(id)}`}
          target="_blank"
          className="rounded-sm font-mono text-xs wrap-anywhere underline underline-offset-4"
        >
          {slug}
        </Link>
        <span className="text-xs text-muted">
          {OUTCOMES[outcome]}, <RelativeTime at={timestamp} />
        </span>
      </li>
    ))}
  </ul>
);
