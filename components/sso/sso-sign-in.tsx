/** Leads a person at the sign-in page to the provider of their organization, by their email. */
"use client";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ssoSignInApi } from "@/generated/addresses/access/sso/sign-in";
import { call } from "@/lib/contract/client";

type SsoSignInProps = {
  next: string;
  onBack: () => void;
};

export function SsoSignIn({ next, onBack }: SsoSignInProps) {
  const form = useForm({
    schema: () => import("./form-schemas").then(({ SsoEmail }) => SsoEmail),
    initial: { email: "" },
    empty: { email: "Enter your email." },
    words: { email: "Enter a full email address, such as ada@example.com." },
    submit: async ({ email }) => {
      const { url } = await call(ssoSignInApi.beginSso, { body: { email, next } });
      window.location.assign(url);
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field label="Email" help="Your work email." error={form.error("email")}>
        {(wiring) => <Input type="email" autoComplete="username" autoFocus {...wiring} {...form.control("email")} />}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t begin" error={form.failure} /> : null}
      <Button type="submit" size="lg" className="w-full" disabled={form.pending}>
        {form.pending ? "Opening your provider" : "Continue"}
      </Button>
      <Button variant="ghost" size="lg" className="w-full" onClick={onBack}>
        Use another way
      </Button>
    </Form>
  );
}
