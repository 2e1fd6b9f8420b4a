/** The third step: the app's credentials, the scopes, and what people will see. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useGo } from "@/components/ui/use-go";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { mutation } from "@/lib/contract/client";
import { AdvancedFields } from "./advanced-fields";
import { toMode, toNewBody, type ToolChoice } from "./config-body";
import { ConnectPreview } from "./connect-preview";
import { withFieldErrors } from "./credential-errors";
import { CredentialFields } from "./credential-fields";
import { credentialFields, toInitial, type Toolkit } from "./credential-form";
import { firstScopes } from "./first-scopes";
import type { Method } from "./methods";
import { RedirectUri } from "./redirect-uri";
import { hasScopes, needsApp } from "./scheme-words";
import { ScopePicker } from "./scope-picker";

type DetailsStepProps = { toolkit: Toolkit; method: Method };

export function DetailsStep({ toolkit, method }: DetailsStepProps) {
  const { scheme, managed } = method;
  const { replace } = useGo();
  const create = mutation(authConfigsApi.createAuthConfig, useQueryClient(), {
    refresh: [authConfigsApi.listAuthConfigs],
  });
  const [usual, scoped] = [scheme.scopes?.default ?? [], hasScopes(scheme.mode)];
  // The default scopes of a managed app are left to the server, which knows the scopes of that app.
  const [start] = useState<readonly string[]>(() => (managed || !scheme.scopes ? usual : firstScopes(scheme.scopes)));
  const [scopes, setScopes] = useState<string[]>([...start]);
  const [tools, setTools] = useState<ToolChoice>({ allowed: [], asked: [] });
  const [isCreated, setMade] = useState(false);
  const fields = managed ? [] : credentialFields(scheme);
  const form = useForm({
    schema: async () => {
      const schema = (await import("./form-schemas")).toSchema(toolkit, scheme);
      return managed ? schema.partial() : schema;
    },
    initial: toInitial(toolkit, scheme),
    submit: async (values) => {
      const { auth_config: config } = await withFieldErrors(
        create.mutationFn({ body: toNewBody(toolkit.slug, method, values, { scopes, tools }) }),
      );
      setMade(true); // nothing is lost any more
      void create.onSuccess();
      replace(`/auth-configs/${encodeURIComponent(config.id)}`);
    },
  });
  useLeaveGuard(!isCreated && Object.values(form.values).some(Boolean));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-[minmax(0,1fr)_28rem]">
      <div className="max-w-2xl">
        <Form onSubmit={form.onSubmit}>
          {needsApp(scheme.mode) && !managed ? (
            <RedirectUri toolkit={toolkit} scheme={scheme} control={form.control} error={form.error} />
          ) : null}
          <CredentialFields fields={fields} control={form.control} error={form.error} />
          <Field label="Name" optional help="Internal name; not shown to users." error={form.error("name")}>
            {(wiring) => <Input autoComplete="off" placeholder={scheme.name} {...wiring} {...form.control("name")} />}
          </Field>
          {scoped ? (
            <ScopePicker available={scheme.scopes?.available ?? []} start={start} value={scopes} onChange={setScopes} />
          ) : null}
          <AdvancedFields
            toolkit={toolkit}
            scheme={scheme}
            withUrls={!managed}
            control={form.control}
            error={form.error}
            tools={tools}
            onTools={setTools}
          />
          {form.failure ? <ErrorState title="Couldn’t create the auth config" error={form.failure} /> : null}
          <Button type="submit" disabled={form.pending || isCreated}>
            {form.pending || isCreated ? "Creating auth config" : "Create auth config"}
          </Button>
        </Form>
      </div>
      <ConnectPreview
        toolkit={toolkit.slug}
        mode={toMode(scheme.mode)}
        scopes={scopes}
        given={Object.entries(form.values).flatMap(([name, value]) => (value ? [name] : []))}
      />
    </div>
  );
}
