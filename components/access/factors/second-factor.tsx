/** The setting of two-step sign-in: whether it is on, and the buttons that change it. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { countOf } from "@/lib/contract/count-of";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import type { Stage } from "./factor-window";

const FactorWindow = dynamic(() => import("./factor-window").then(({ FactorWindow }) => FactorWindow), { ssr: false });

type State = ResultOf<typeof accessApi.getSecondFactor>;

export function SecondFactor() {
  const state = useQuery(query(accessApi.getSecondFactor, {}));
  const [stage, setStage] = useState<Stage | null>(null);
  return (
    <QueryView query={state} what="two-step sign-in" skeleton={<Skeleton className="h-14" />}>
      {(factor) => (
        <>
          {factor.enabled ? (
            <IsOn factor={factor} onStage={setStage} />
          ) : (
            <IsOff onStage={setStage} hasPasskeys={factor.passkeys > 0} />
          )}
          {stage ? <FactorWindow stage={stage} onStage={setStage} /> : null}
        </>
      )}
    </QueryView>
  );
}

type StageProps = { onStage: (stage: Stage) => void };

function IsOff({ onStage, hasPasskeys }: StageProps & { hasPasskeys: boolean }) {
  const start = useMutation(mutation(accessApi.startSecondFactor, useQueryClient()));
  return (
    <div className="space-y-4">
      <p className="text-sm text-muted">
        {hasPasskeys
          ? "On by your passkeys. No authenticator app is set up."
          : "Off. Your password alone opens your account."}
      </p>
      {start.error ? <ErrorState title="Couldn’t start the setup" error={start.error} /> : null}
      <Button
        variant="outline"
        aria-haspopup="dialog"
        disabled={start.isPending}
        onClick={() => start.mutate({ body: {} }, { onSuccess: (setup) => onStage({ kind: "scan", setup }) })}
      >
        Set up two-step sign-in
      </Button>
    </div>
  );
}

function IsOn({ factor, onStage }: StageProps & { factor: State }) {
  const open = (task: "replace" | "renew" | "turn off") => () => onStage({ kind: "code", task });
  return (
    <div className="space-y-4">
      {factor.wrong_codes > 0 ? (
        <p role="status" className="text-sm text-danger">
          {countOf(factor.wrong_codes, "wrong code")} in the last 24 hours, after the right password. Change your
          password if they were not yours.
        </p>
      ) : null}
      <p className="text-sm text-muted">
        On
        {factor.confirmed_at ? (
          <>
            {" "}
            since <RelativeTime at={factor.confirmed_at} />
          </>
        ) : null}
        . You have {countOf(factor.recovery_codes_left, "recovery code")} left.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" aria-haspopup="dialog" onClick={open("replace")}>
          Replace authenticator app
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onClick={open("renew")}>
          New recovery codes
        </Button>
        <Button variant="outline" aria-haspopup="dialog" onClick={open("turn off")}>
          Turn off
        </Button>
      </div>
    </div>
  );
}
