/** A command line asks for a key: shows which program, what it gets, and confirms with its code or cancels. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useEffect, useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { accessApi } from "@/generated/addresses/access";
import { call, ClientError, mutation, type ResultOf } from "@/lib/contract/client";

type SignIn = ResultOf<typeof accessApi.readCliSession>;

const hasStatus = (error: unknown, status: number): boolean => error instanceof ClientError && error.status === status;

export function ConfirmCommandLine() {
  const cliKey = useSearchParams().get("cliKey") ?? "";
  const signIn = useQuery({
    queryKey: [accessApi.readCliSession.id, cliKey],
    queryFn: ({ signal }) => call(accessApi.readCliSession, { body: { cli_key: cliKey } }, signal),
    enabled: cliKey !== "",
    staleTime: Infinity,
    retry: false,
  });
  const isSignedOut = hasStatus(signIn.error, 401);
  useEffect(() => {
    const next = `/command-line?${new URLSearchParams({ cliKey })}`;
    if (isSignedOut) window.location.replace(`/login?${new URLSearchParams({ next })}`);
  }, [isSignedOut, cliKey]);
  if (cliKey === "" || hasStatus(signIn.error, 404)) return <NoSignIn />;
  if (isSignedOut) return <Shape />;
  return (
    <QueryView query={signIn} what="the sign-in" skeleton={<Shape />}>
      {(request) => <Question cliKey={cliKey} request={request} />}
    </QueryView>
  );
}

/** A program names itself, so its name is isolated from the text around it. */
const Name = ({ source }: Pick<SignIn, "source">) =>
  source ? <bdi className="wrap-anywhere">{source}</bdi> : <>A command line</>;

const EMPTY = { code: "Enter the code from your terminal." };

/** The code of the terminal, and the confirmation. */
function Confirmation({ cliKey, onDone }: { cliKey: string; onDone: () => void }) {
  const form = useForm({
    schema: () => import("../form-schemas").then(({ CommandLineCode }) => CommandLineCode),
    initial: { code: "" },
    empty: EMPTY,
    submit: async ({ code }) => {
      await call(accessApi.confirmCliSession, { body: { cli_key: cliKey, code } });
      onDone();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field
        label="Code from your terminal"
        help="If your terminal shows no code, cancel: someone else started this sign-in."
        error={form.error("code")}
      >
        {(wiring) => (
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            className="max-w-48 font-mono tracking-wider"
            {...wiring}
            {...form.control("code")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t confirm the sign-in" error={form.failure} /> : null}
      <Button type="submit" size="lg" disabled={form.pending}>
        {form.pending ? "Confirming" : "Confirm sign-in"}
      </Button>
    </Form>
  );
}

function Question({ cliKey, request }: { cliKey: string; request: SignIn }) {
  const [isConfirmed, setConfirmed] = useState(false);
  const cancel = useMutation(mutation(accessApi.cancelCliSession, useQueryClient()));
  if (isConfirmed)
    return <Outcome title="Command line signed in" text="Go back to your terminal. You can close this page." />;
  if (cancel.data)
    return <Outcome title="Sign-in canceled" text="The command line gets no key. You can close this page." />;
  return (
    <>
      <PageHeader
        title="Sign in a command line"
        description={
          <>
            <Name source={request.source} /> asks for a key. Confirm only if you started this sign-in yourself.
          </>
        }
      />
      <div className="space-y-5">
        <Facts request={request} />
        {request.confirmable ? (
          <Confirmation cliKey={cliKey} onDone={() => setConfirmed(true)} />
        ) : (
          <Alert tone="warning" title="Your role can’t create API keys">
            Ask an owner or admin of your organization for a key.
          </Alert>
        )}
        {cancel.error ? <ErrorState title="Couldn’t cancel the sign-in" error={cancel.error} /> : null}
        <Button
          size="lg"
          variant="outline"
          disabled={cancel.isPending}
          onClick={() => cancel.mutate({ body: { cli_key: cliKey } })}
        >
          Cancel sign-in
        </Button>
      </div>
    </>
  );
}

function Facts({ request: { scope, project, address, email, organizations } }: { request: SignIn }) {
  const access =
    scope === "user" ? (
      "A key that acts as you, with your role, in all your projects. " +
      "It works for 90 days, or until you leave the organization or revoke it."
    ) : (
      <>
        An API key with full access to the project <bdi className="wrap-anywhere">{project.name}</bdi>. It works for 90
        days, or until someone revokes it.
      </>
    );
  const facts = [
    { label: "Signed in as", value: email },
    { label: organizations.length > 1 ? "Organizations" : "Organization", value: organizations.join(", ") },
    { label: "Access", value: access },
    { label: "Asked from", value: address ?? "Unknown" },
  ];
  return (
    <dl className="space-y-3 text-sm">
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="mt-0.5 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const Outcome = ({ title, text }: { title: string; text: string }) => (
  <div role="status">
    <PageHeader title={title} description={text} />
  </div>
);

const NoSignIn = () => (
  <>
    <PageHeader title="Sign in a command line" />
    <Alert tone="warning" title="This sign-in does not work">
      It was confirmed, canceled or has expired: a sign-in lasts ten minutes. Start it again in your terminal.
    </Alert>
  </>
);

const Shape = () => (
  <div className="space-y-5">
    {["w-40", "w-64", "w-full", "w-full"].map((width, row) => (
      <Skeleton key={row} className={width} />
    ))}
  </div>
);
