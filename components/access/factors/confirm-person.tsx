/** Forms by which a signed-in person proves themselves again: by a code, by the password, or at their provider. */
"use client";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { QueryView } from "@/components/parts/display/query-view";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { ssoSignInApi } from "@/generated/addresses/access/sso/sign-in";
import { call, query } from "@/lib/contract/client";
import { SingleSignOn } from "../single-sign-on";
import { CodeForm } from "./code-form";
import { PasskeyButton } from "./passkey-button";
import { confirmByPasskey } from "./use-passkey";

const WORDS = { action: "Confirm", working: "Checking", failed: "Couldn’t confirm that it’s you" };

type FormProps = { onDone: () => void; cancel?: ReactNode };

/** `next`: the page that a provider leads back to. */
export function ConfirmPerson({ next, ...form }: FormProps & { next: string }) {
  const factor = useQuery(query(accessApi.getSecondFactor, {}));
  const profile = useQuery({
    ...query(accessApi.getProfile, {}),
    enabled: factor.data?.enabled === false && factor.data.passkeys === 0,
  });
  return (
    <QueryView query={factor} what="your account" skeleton={<Skeleton className="h-14" />}>
      {({ enabled: hasApp, passkeys }) =>
        hasApp || passkeys > 0 ? (
          <>
            <ConfirmByCode {...form} />
            {passkeys > 0 ? <PasskeyButton use={confirmByPasskey} onDone={form.onDone} /> : null}
          </>
        ) : (
          <QueryView query={profile} what="your account" skeleton={<Skeleton className="h-14" />}>
            {({ email, has_password: hasPassword }) =>
              hasPassword ? <ConfirmByPassword email={email} {...form} /> : <Again email={email} next={next} />
            }
          </QueryView>
        )
      }
    </QueryView>
  );
}

function ConfirmByCode({ onDone, cancel }: FormProps) {
  return (
    <CodeForm
      {...WORDS}
      cancel={cancel}
      help="From your authenticator app, or a recovery code."
      submit={async (code) => {
        await call(accessApi.confirmPerson, { body: { code } });
        onDone();
      }}
    />
  );
}

function ConfirmByPassword({ email, onDone, cancel }: FormProps & { email: string }) {
  const form = useForm({
    schema: () => import("../form-schemas").then(({ KnownGuest }) => KnownGuest),
    initial: { password: "" },
    empty: { password: "Enter your password." },
    submit: async ({ password }) => {
      await call(accessApi.confirmPerson, { body: { password } });
      onDone();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Password" error={form.error("password")}>
        {(wiring) => (
          <Input type="password" autoComplete="current-password" autoFocus {...wiring} {...form.control("password")} />
        )}
      </Field>
      {form.failure ? <ErrorState title={WORDS.failed} error={form.failure} /> : null}
      <div className="flex justify-end gap-2">
        {cancel}
        <Button type="submit" disabled={form.pending}>
          {form.pending ? WORDS.working : WORDS.action}
        </Button>
      </div>
    </Form>
  );
}

/** Without a password here: the provider confirms the person, and the page loads again. */
const Again = ({ email, next }: { email: string; next: string }) => (
  <>
    <p className="text-sm text-muted">Sign in again, then repeat what you did.</p>
    <OrganizationButton email={email} next={next} />
    <SingleSignOn next={next} isAgain />
  </>
);

/** For a person who came by their organization's provider, which asks for their credentials once more. */
function OrganizationButton({ email, next }: { email: string; next: string }) {
  const begin = useMutation({
    mutationFn: () => call(ssoSignInApi.beginSso, { body: { email, next, again: true } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  return (
    <div className="mt-3 space-y-3">
      {begin.error ? <ErrorState title="Couldn’t begin" error={begin.error} /> : null}
      <Button variant="outline" size="lg" className="w-full" disabled={begin.isPending} onClick={() => begin.mutate()}>
        Continue with your organization’s provider
      </Button>
    </div>
  );
}
