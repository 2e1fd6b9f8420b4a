/** Sends an operation as the person who is signed in, to the project that the dashboard shows. */
"use client";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { JsonView } from "@/components/parts/display/json-view";
import { Field } from "@/components/parts/forms/field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { Textarea } from "@/components/ui/textarea";
import { call, ClientError } from "@/lib/contract/client";
import type { Operation } from "@/lib/contract/operation";
import { readTryFields, type TryFields } from "./read-try-fields";

type Named = { name: string; isRequired: boolean };
export type TryProps = {
  address: Pick<Operation, "id" | "method" | "path">;
  parameters: readonly Named[];
  query: readonly Named[];
  /** The JSON that the body begins with; absent for an operation without a body. */
  example?: string;
};

type Outcome = { answer?: unknown; error?: unknown };
/** `ready`: checked, and waits for a second press, because it can change data. */
type State = { step: "edit" | "ready" | "sending" } & Outcome;

export function TryForm({ address, parameters, query, example }: TryProps) {
  const [text, setText] = useState<TryFields>({ params: {}, query: {}, body: example });
  const [state, setState] = useState<State>({ step: "edit" });
  const input = readTryFields(text);
  const pending = state.step === "sending";
  const send = async () => {
    if (!("value" in input)) return;
    setState({ step: "sending" });
    try {
      setState({ step: "edit", answer: (await call(address, input.value)) ?? null });
    } catch (error) {
      setState({ step: "edit", error });
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ("problem" in input) return setState({ step: "edit", error: new Error(input.problem) });
    if (address.method !== "GET" && state.step !== "ready") return setState({ step: "ready" });
    void send();
  };
  const change = (next: Partial<TryFields>) => {
    setText({ ...text, ...next });
    setState({ step: "edit" });
  };
  return (
    <form onSubmit={submit} className="space-y-3 rounded-lg border p-3">
      <h2 className="text-sm font-medium">Try it</h2>
      <Inputs names={parameters} values={text.params} onChange={(params) => change({ params })} />
      <Inputs names={query} values={text.query} onChange={(values) => change({ query: values })} />
      {text.body === undefined ? null : (
        <Field label="Body (JSON)">
          {(wiring) => (
            <Textarea
              {...wiring}
              value={text.body}
              rows={8}
              spellCheck={false}
              className="font-mono text-xs"
              onChange={(event) => change({ body: event.target.value })}
            />
          )}
        </Field>
      )}
      {state.step === "ready" ? (
        <Alert tone="warning">This can change data in the project that the dashboard shows. Send it?</Alert>
      ) : null}
      <div className="flex gap-2">
        <Button type="submit" disabled={pending}>
          {state.step === "ready" ? "Send it" : "Send"}
        </Button>
        {state.step === "ready" ? (
          <Button variant="outline" onClick={() => setState({ step: "edit" })}>
            Cancel
          </Button>
        ) : null}
      </div>
      <OutcomeView {...state} />
    </form>
  );
}

type InputsProps = {
  names: readonly Named[];
  values: Readonly<Record<string, string>>;
  onChange: (values: Record<string, string>) => void;
};

const Inputs = ({ names, values, onChange }: InputsProps) =>
  names.map(({ name, isRequired }) => (
    <Field key={name} label={name} optional={!isRequired}>
      {(wiring) => (
        <Input
          {...wiring}
          value={values[name] ?? ""}
          required={isRequired}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ ...values, [name]: event.target.value })}
        />
      )}
    </Field>
  ));

function OutcomeView({ answer, error }: Outcome) {
  if (error instanceof ClientError && error.status === 401)
    return (
      <Alert tone="error">
        You aren’t signed in.{" "}
        <Link href="/login" className="underline underline-offset-4">
          Sign in
        </Link>{" "}
        and come back to this page.
      </Alert>
    );
  if (error !== undefined) return <ErrorState error={error} />;
  if (answer === undefined) return null;
  return (
    <>
      <p role="status" className="text-muted">
        {answer === null ? "Done. The response has no content." : "Response received."}
      </p>
      {answer === null ? null : <JsonView value={answer} label="Answer" />}
    </>
  );
}
