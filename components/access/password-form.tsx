/** Changing one's password. */
"use client";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { call } from "@/lib/contract/client";

/** `email` is the password's owner, for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const [round, setRound] = useState(0);
  return <Fields key={round} email={email} onDone={() => setRound(round + 1)} />;
}

const EMPTY = { current_password: "Enter your current password.", new_password: "Enter a new password." };
const WORDS = { current_password: "Enter your current password.", new_password: "Use at least 10 characters." };

function Fields({ email, onDone }: { email: string; onDone: () => void }) {
  const toast = useToast();
  const [again, setAgain] = useState<string | null>(null);
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewPassword }) => NewPassword),
    initial: { current_password: "", new_password: "", repeated: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async ({ current_password, new_password, repeated }) => {
      if (repeated !== new_password) return setAgain("The new passwords don’t match.");
      await call(accessApi.changePassword, { body: { current_password, new_password } });
      toast("Password changed. You were signed out everywhere else, and your own keys were revoked.");
      onDone();
    },
  });
  const repeated = form.control("repeated");
  return (
    <Form onSubmit={form.onSubmit}>
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={form.error("current_password")}>
        {(wiring) => (
          <Input type="password" autoComplete="current-password" {...wiring} {...form.control("current_password")} />
        )}
      </Field>
      <Field
        label="New password"
        help="At least 10 characters. A passphrase works well."
        error={form.error("new_password")}
      >
        {(wiring) => (
          <Input type="password" autoComplete="new-password" {...wiring} {...form.control("new_password")} />
        )}
      </Field>
      <Field label="Confirm new password" error={again ?? form.error("repeated")}>
        {(wiring) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...wiring}
            {...repeated}
            onChange={(event) => {
              setAgain(null);
              repeated.onChange(event);
            }}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t change the password" error={form.failure} /> : null}
      <Button type="submit" disabled={form.pending}>
        {form.pending ? "Changing password" : "Change password"}
      </Button>
    </Form>
  );
}
