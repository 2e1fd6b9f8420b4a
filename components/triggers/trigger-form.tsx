/**
 * The form of a new trigger, made from the schema of its type; next to it an example event and the same request as
 * code.
 */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import { triggerHref, typeHref } from "@/components/events/event-words";
import { CodeBlock } from "@/components/parts/display/code-block";
import { ErrorState } from "@/components/parts/display/error-state";
import { JsonView } from "@/components/parts/display/json-view";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { NO_ERRORS, toFieldErrors, withoutErrorsUnder } from "@/components/schema-form/field-errors";
import { blankArguments, type Path } from "@/components/schema-form/field-value";
import { SchemaForm } from "@/components/schema-form/schema-form";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useGo } from "@/components/ui/use-go";
import { ClientError, mutation } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { triggerPagesApi } from "@/generated/addresses/triggers/pages";
import { AccountField } from "./account-field";
import { EndpointStep } from "./endpoint-step";
import { KindBadge } from "./kind-badge";
import { toUpsertCurl } from "./trigger-curl";
import { toConfigLines, type TriggerType } from "./trigger-words";
import { useConfigLists } from "./use-config-lists";

type Values = Record<string, unknown>;

const linesOf = (error: unknown): string[] =>
  error instanceof ClientError ? toConfigLines(error.detail.errors ?? []) : [];

export function TriggerForm({ type }: { type: TriggerType }) {
  const search = useSearchParams();
  const { go, going } = useGo();
  const [account, setAccount] = useState(search.get("account") ?? "");
  const [config, setConfig] = useState<Values>(() => blankArguments(type.config));
  const [errors, setErrors] = useState(NO_ERRORS);
  const form = useRef<HTMLFormElement>(null);
  const create = useMutation(
    mutation(triggersApi.upsertTrigger, useQueryClient(), {
      refresh: [triggersApi.listTriggers, triggerPagesApi.listShortTriggerTypes],
    }),
  );
  const onField = useCallback((update: (before: Values) => Values, path: Path) => {
    setConfig(update);
    setErrors((before) => withoutErrorsUnder(before, path));
  }, []);
  const lists = useConfigLists(type, account, config);
  const pending = create.isPending || going;
  const { mayGo, error } = useTried({ account: required(account, `Choose a ${type.toolkit.name} account.`) });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event)) return;
    setErrors(NO_ERRORS);
    create.mutate(
      { params: { slug: type.slug }, body: { connected_account_id: account, trigger_config: config } },
      {
        onSuccess: ({ trigger_id: id }) => go(triggerHref(id)),
        onError: (error) => {
          const lines = linesOf(error);
          if (lines.length > 0) setErrors(toFieldErrors(lines, type.config, config));
        },
      },
    );
  };
  useEffect(() => {
    if (errors !== NO_ERRORS) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [errors]);
  const body = { connected_account_id: account || "ca_…", trigger_config: config };
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form ref={form} noValidate onSubmit={submit} className="min-w-0 space-y-6">
        <TypeSummary type={type} />
        {type.requires_webhook_endpoint_setup ? <EndpointStep type={type} /> : null}
        <AccountField toolkit={type.toolkit} value={account} onChange={setAccount} error={error("account")} />
        {Object.keys((type.config.properties as object | undefined) ?? {}).length > 0 ? (
          <fieldset>
            <legend className="mb-3 text-base font-semibold">Config</legend>
            <SchemaForm schema={type.config} value={config} onChange={onField} errors={errors} lists={lists} />
          </fieldset>
        ) : null}
        {create.error && errors === NO_ERRORS ? (
          <ErrorState title="Couldn’t create the trigger" error={create.error} />
        ) : null}
        <div className="border-t pt-5">
          <Button type="submit" disabled={pending}>
            {pending ? "Creating trigger" : "Create trigger"}
          </Button>
        </div>
      </form>
      <aside aria-label="Event format" className="min-w-0 space-y-4 xl:sticky xl:top-16">
        {type.sample ? <JsonView Heading="h2" label="Sample payload" value={type.sample} /> : null}
        <CodeBlock label="API request" language="shell" code={toUpsertCurl(window.location.origin, type.slug, body)} />
      </aside>
    </div>
  );
}

const TypeSummary = ({ type }: { type: TriggerType }) => (
  <div className="flex items-start gap-3 rounded-lg border p-3">
    <ToolkitLogo slug={type.toolkit.slug} className="size-8 rounded-lg" />
    <div className="min-w-0 flex-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link href={typeHref(type.slug)} className="rounded-sm font-medium hover:underline">
          {type.name}
        </Link>
        <KindBadge kind={type.type} />
      </p>
      <p className="mt-0.5 text-muted">{type.description}</p>
      {type.instructions && !type.requires_webhook_endpoint_setup ? (
        <p className="mt-1 text-muted">{type.instructions}</p>
      ) : null}
    </div>
    <Button asChild variant="outline">
      <Link href="/triggers/new">Change</Link>
    </Button>
  </div>
);
