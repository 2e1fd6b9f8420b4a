/** For a member whose organization requires two-step sign-in: sets it up, before anything else. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { signOut } from "next-auth/react";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import type { Stage } from "./factor-window";

const FactorWindow = dynamic(() => import("./factor-window").then(({ FactorWindow }) => FactorWindow), { ssr: false });
const PasskeyWindow = dynamic(() => import("./passkey-window").then(({ PasskeyWindow }) => PasskeyWindow), {
  ssr: false,
});

/** `onDone` is called when the window with the recovery codes closes. */
export function RequiredSecondStep({ onDone }: { onDone: () => void }) {
  const start = useMutation(mutation(accessApi.startSecondFactor, useQueryClient()));
  const [stage, setStage] = useState<Stage | null>(null);
  const [isAddingPasskey, setAddingPasskey] = useState(false);
  const show = (next: Stage | null) => {
    if (next === null && stage?.kind === "codes") onDone();
    setStage(next);
  };
  return (
    <div className="space-y-3">
      {start.error ? <ErrorState title="Couldn’t start the setup" error={start.error} /> : null}
      <Button
        size="lg"
        className="w-full"
        aria-haspopup="dialog"
        disabled={start.isPending}
        onClick={() => start.mutate({ body: {} }, { onSuccess: (setup) => show({ kind: "scan", setup }) })}
      >
        Set up an authenticator app
      </Button>
      <Button
        variant="outline"
        size="lg"
        className="w-full"
        aria-haspopup="dialog"
        onClick={() => setAddingPasskey(true)}
      >
        Add a passkey
      </Button>
      <Button variant="ghost" size="lg" className="w-full" onClick={() => void signOut({ callbackUrl: "/login" })}>
        Sign out
      </Button>
      {isAddingPasskey ? (
        <PasskeyWindow
          onClose={() => setAddingPasskey(false)}
          onAdded={(codes) => (codes ? show({ kind: "codes", codes }) : onDone())}
        />
      ) : null}
      {stage ? <FactorWindow stage={stage} onStage={show} /> : null}
    </div>
  );
}
