/** Email and password, or the single sign-on that the operator set up. */
"use client";
import { useSearchParams } from "next/navigation";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { PasskeyButton } from "./factors/passkey-button";
import { signInByPasskey } from "./factors/use-passkey";
import { toSafeNext } from "./safe-next";
import { signInWithPassword } from "./sign-in";
import { SingleSignOn } from "./single-sign-on";

const EMPTY = { email: "Enter your email.", password: "Enter your password." };
const WORDS = { email: "Enter a full email address, such as ada@example.com." };

/** Reasons in the URL after a sign-in with an external provider returned without a session. */
const REASONS: Partial<Record<string, string>> = {
  NoAccount: "There’s no account for your email on this server. Ask an owner for an invitation.",
  SsoExpired: "This sign-in expired, or it began in another browser. Begin again.",
  SsoEnded: "Your organization’s sign-in provider was turned off. Ask an owner of your organization.",
  SsoFailed: "Your organization’s sign-in provider didn’t confirm who you are. Try again, or ask an owner of it.",
  SsoNoEmail:
    "Your provider confirmed no email address at your organization’s domains. Ask an owner of your organization.",
  SsoNoAccount: "You’re not a member of the organization yet. Ask an owner of it for an invitation.",
  SessionRequired: "Your session has expired. Sign in again.",
};
const UNFINISHED = "Sign-in didn’t finish. Try again, or ask the owner of this server if it keeps failing.";

type LoginFormProps = {
  /** Called after a right password, if the account has a second step. */
  onSecondStep: () => void;
  /** Called for a person who signs in by their organization's provider. */
  onSso: () => void;
};

export function LoginForm({ onSecondStep, onSso }: LoginFormProps) {
  const search = useSearchParams();
  const next = toSafeNext(search.get("next"));
  const reason = search.get("error");
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Credentials }) => Credentials),
    initial: { email: "", password: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async ({ email, password }) => {
      if ((await signInWithPassword(email, password)) === "second step") return onSecondStep();
      window.location.replace(next); // a whole load, so that nothing of another session stays in memory
    },
  });
  return (
    <>
      {reason && !form.failure ? (
        <Alert tone="error" title="Couldn’t sign you in" className="mb-5">
          {REASONS[reason] ?? UNFINISHED}
        </Alert>
      ) : null}
      <Form onSubmit={form.onSubmit}>
        <Field label="Email" error={form.error("email")}>
          {(wiring) => <Input type="email" autoComplete="username" {...wiring} {...form.control("email")} />}
        </Field>
        <Field label="Password" error={form.error("password")}>
          {(wiring) => (
            <Input type="password" autoComplete="current-password" {...wiring} {...form.control("password")} />
          )}
        </Field>
        {form.failure ? <ErrorState title="Not signed in" error={form.failure} /> : null}
        <Button type="submit" size="lg" className="w-full" disabled={form.pending}>
          {form.pending ? "Signing in" : "Sign in"}
        </Button>
      </Form>
      <PasskeyButton use={signInByPasskey} onDone={() => window.location.replace(next)} />
      <Button variant="outline" size="lg" className="mt-3 w-full" onClick={onSso}>
        Use single sign-on
      </Button>
      <ForgottenPassword />
      <SingleSignOn next={next} />
    </>
  );
}

/** Nothing is sent to anybody from here: only who runs the server can give somebody a new password. */
const ForgottenPassword = () => (
  <details className="mt-4 text-sm">
    <summary className="cursor-pointer rounded-sm text-muted hover:text-ink pointer-coarse:py-2">
      Forgot your password?
    </summary>
    <div className="mt-2 space-y-2 text-muted">
      <p>Ask the server’s operator. This command on its machine prints a new password for you:</p>
      <code className="block rounded-lg border bg-surface p-2 font-mono text-xs wrap-anywhere select-all">
        npm run provision -- --email you@example.com --reset-password
      </code>
      <p>Change it afterwards under Profile.</p>
    </div>
  </details>
);
