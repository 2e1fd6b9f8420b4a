/** A button that asks for a passkey. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";

type PasskeyButtonProps = {
  /** What the passkey is asked for. */
  use: () => Promise<void>;
  onDone: () => void | Promise<void>;
};

export function PasskeyButton({ use, onDone }: PasskeyButtonProps) {
  const ask = useMutation({ mutationFn: use, onSuccess: onDone });
  return (
    <div className="mt-3 space-y-3">
      {ask.error ? <ErrorState title="Couldn’t use a passkey" error={ask.error} /> : null}
      <Button variant="outline" size="lg" className="w-full" disabled={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isPending ? "Waiting for the passkey" : "Use a passkey"}
      </Button>
    </div>
  );
}
