/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
"use client";
import { Button } from "@/components/ui/button";
import { accessApi } from "@/generated/addresses/access";
import { call } from "@/lib/contract/client";
import { CodeForm } from "./code-form";
import { PasskeyButton } from "./passkey-button";
import { signInByPasskey } from "./use-passkey";

/** `onBack` returns to the first step, because a first step expires. */
export function SecondStep({ onDone, onBack }: { onDone: () => void | Promise<void>; onBack: () => void }) {
  return (
    <>
      <CodeForm
        isPage
        action="Continue"
        working="Checking the code"
        failed="Not signed in"
        help="From your authenticator app. If you lost it, enter a recovery code."
        submit={async (code) => {
          await call(accessApi.finishSignIn, { body: { code } });
          await onDone();
        }}
      />
      <PasskeyButton use={signInByPasskey} onDone={onDone} />
      <Button variant="ghost" size="lg" className="mt-3 w-full" onClick={onBack}>
        Back to sign-in
      </Button>
    </>
  );
}
