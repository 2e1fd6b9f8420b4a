/** Runs a tool that is not published, with an account of its toolkit or without a sign-in, and shows the response. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import { useCallback, useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { JsonView } from "@/components/parts/display/json-view";
import { NO_ERRORS, toFieldErrors, withoutErrorsUnder } from "@/components/schema-form/field-errors";
import { blankArguments, type Path } from "@/components/schema-form/field-value";
import type { Schema } from "@/components/schema-form/schema";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { ClientError, type ResultOf, type SentTo } from "@/lib/contract/client";
import { AccountSelect } from "./account-select";

const ConfirmDialog = dynamic(
  () => import("@/components/parts/forms/confirm-dialog").then(({ ConfirmDialog }) => ConfirmDialog),
  { ssr: false },
);

export type TryAnswer = ResultOf<typeof addedToolsApi.tryAddedTool>;
export type TryInput = Pick<
  SentTo<typeof addedToolsApi.tryAddedTool>["body"],
  "arguments" | "connected_account_id" | "confirmed"
>;
type Values = Record<string, unknown>;

type TryToolProps = {
  toolkit: string;
  tool: { slug: string; effect: string | null; input_schema?: unknown };
  run: (input: TryInput) => Promise<TryAnswer>;
};

/** Mount it again, by a key, for another schema. */
export function TryTool({ toolkit, tool, run }: TryToolProps) {
  const schema = tool.input_schema as Schema;
  const [values, setValues] = useState<Values>(() => blankArguments(schema));
  const [errors, setErrors] = useState(NO_ERRORS);
  const [account, setAccount] = useState("");
  const [isAsking, setAsking] = useState(false);
  const attempt = useMutation({
    mutationFn: (confirmed: boolean) =>
      run({ arguments: values, confirmed, ...(account && { connected_account_id: account }) }),
    onSettled: (_, error) => {
      setAsking(false);
      const lines = error instanceof ClientError ? (error.detail.errors ?? []) : [];
      setErrors(lines.length > 0 ? toFieldErrors(lines, schema, values) : NO_ERRORS);
    },
  });
  const onField = useCallback((update: (before: Values) => Values, path: Path) => {
    setValues(update);
    setErrors((before) => withoutErrorsUnder(before, path));
  }, []);
  return (
    <section aria-label="Try it" className="space-y-4">
      <AccountSelect
        toolkit={toolkit}
        value={account}
        help="Only you can run the tool for now. Runs appear in the log."
        onChange={setAccount}
      />
      <SchemaForm schema={schema} value={values} onChange={onField} errors={errors} />
      <Button
        type="button"
        variant="outline"
        disabled={attempt.isPending}
        onClick={() => (tool.effect === "destroy" ? setAsking(true) : attempt.mutate(false))}
      >
        <FlaskConical aria-hidden /> {attempt.isPending ? "Running" : "Run once"}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Run ${tool.slug}?`}
          consequence="It deletes data at the provider."
          action="Run the tool"
          pending={attempt.isPending}
          error={null}
          onClose={() => setAsking(false)}
          onConfirm={() => attempt.mutate(true)}
        />
      ) : null}
      {attempt.error && errors === NO_ERRORS ? (
        <ErrorState title="Couldn’t run the tool" error={attempt.error} />
      ) : null}
      {attempt.data && !attempt.isPending ? <Answer answer={attempt.data} /> : null}
    </section>
  );
}

const Answer = ({ answer }: { answer: TryAnswer }) => (
  <div className="space-y-3">
    <Alert tone={answer.successful ? "success" : "error"} title={answer.successful ? "Succeeded" : "The tool failed"}>
      {answer.error ? <p className="wrap-anywhere">{answer.error}</p> : null}
      {(answer.warnings ?? []).map((warning) => (
        <p key={warning} className="wrap-anywhere">
          {warning}
        </p>
      ))}
      <p>
        <Link href={`/logs/tools?open=${encodeURIComponent(answer.log_id)}`} className="underline underline-offset-4">
          View log
        </Link>
      </p>
    </Alert>
    <JsonView label="Response" value={answer.data} />
  </div>
);
