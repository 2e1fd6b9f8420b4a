/** The forms of an invited person: create an account, sign in and accept, or accept at once. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { call, chooseProject, mutation, type ResultOf } from "@/lib/contract/client";
import { SecondStep } from "./factors/second-step";
import { isSignedIn, signInWithPassword } from "./sign-in";
import { SingleSignOn } from "./single-sign-on";

type Invitation = ResultOf<typeof accessApi.readInvitation>;
type AcceptProps = { token: string; invitation: Invitation };

/** A whole load, so that nothing of another session stays in memory. */
function enter({ project_id: projectId }: { project_id?: string }): void {
  chooseProject(projectId ?? null);
  window.location.replace("/");
}

/** `signedInAs`: the email of the session that this browser has. */
export function AcceptForms({ token, invitation, signedInAs }: AcceptProps & { signedInAs: string | null }) {
  if (signedInAs === invitation.email) return <AcceptNow token={token} />;
  return (
    <>
      {signedInAs ? (
        <p className="mb-5 text-sm wrap-anywhere text-muted">
          This browser is signed in as {signedInAs}. Continuing signs you in as {invitation.email} instead.
        </p>
      ) : null}
      {invitation.has_account ? (
        <SignInForm token={token} invitation={invitation} />
      ) : (
        <RegisterForm token={token} invitation={invitation} />
      )}
      <SingleSignOn next={`/register#${token}`} />
    </>
  );
}

function AcceptNow({ token }: { token: string }) {
  const accept = useMutation(mutation(accessApi.acceptInvitation, useQueryClient()));
  return (
    <div className="space-y-4">
      {accept.error ? <ErrorState title="Couldn’t accept the invitation" error={accept.error} /> : null}
      <Button
        size="lg"
        className="w-full"
        disabled={accept.isPending}
        onClick={() => accept.mutate({ body: { token } }, { onSuccess: enter })}
      >
        {accept.isPending ? "Accepting" : "Accept invitation"}
      </Button>
    </div>
  );
}

/** The password's owner, for password managers; people read it above. */
const Whose = ({ email }: { email: string }) => (
  <input type="email" autoComplete="username" value={email} readOnly hidden />
);

function SignInForm({ token, invitation: { email } }: AcceptProps) {
  const [asksForCode, setAsksForCode] = useState(false);
  const accept = async () => enter(await call(accessApi.acceptInvitation, { body: { token } }));
  const form = useForm({
    schema: () => import("./form-schemas").then(({ KnownGuest }) => KnownGuest),
    initial: { password: "" },
    empty: { password: "Enter your password." },
    submit: async ({ password }) => {
      if ((await signInWithPassword(email, password)) === "second step") return setAsksForCode(true);
      await accept();
    },
  });
  if (asksForCode) return <SecondStep onDone={accept} onBack={() => setAsksForCode(false)} />;
  return (
    <Form onSubmit={form.onSubmit}>
      <Whose email={email} />
      <Field label="Password" help="For your existing account with this email." error={form.error("password")}>
        {(wiring) => (
          <Input type="password" autoComplete="current-password" {...wiring} {...form.control("password")} />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t accept the invitation" error={form.failure} /> : null}
      <Button type="submit" size="lg" className="w-full" disabled={form.pending}>
        {form.pending ? "Signing in" : "Sign in and accept"}
      </Button>
    </Form>
  );
}

const EMPTY = { password: "Enter a password." };
const WORDS = { password: "Use at least 10 characters.", name: "Use at most 100 characters." };

function RegisterForm({ token, invitation: { email } }: AcceptProps) {
  const form = useForm({
    schema: () => import("./form-schemas").then(({ Guest }) => Guest),
    initial: { password: "", name: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async (values) => {
      const joined = await call(accessApi.registerByInvitation, { body: { ...values, token } });
      if (await isSignedIn(email, values.password)) enter(joined);
      else window.location.replace("/login");
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Whose email={email} />
      <Field label="Password" help="At least 10 characters. A passphrase works well." error={form.error("password")}>
        {(wiring) => <Input type="password" autoComplete="new-password" {...wiring} {...form.control("password")} />}
      </Field>
      <Field label="Your name" optional help="Shown to other members." error={form.error("name")}>
        {(wiring) => <Input autoComplete="name" {...wiring} {...form.control("name")} />}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t create the account" error={form.failure} /> : null}
      <Button type="submit" size="lg" className="w-full" disabled={form.pending}>
        {form.pending ? "Creating the account" : "Create account and join"}
      </Button>
    </Form>
  );
}
