/** The settings of an auth config: name, credentials, scopes, tools. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { catalogApi } from "@/generated/addresses/catalog";
import { mutation, query } from "@/lib/contract/client";
import { AdvancedFields } from "./advanced-fields";
import type { AuthConfig } from "./auth-config";
import { toChangeBody, toolsDiffer, type ToolChoice } from "./config-body";
import { storedScopes, storedTexts } from "./config-values";
import { withFieldErrors } from "./credential-errors";
import { CredentialFields } from "./credential-fields";
import { credentialFields, toInitial, type Scheme, type Toolkit } from "./credential-form";
import { RedirectUri } from "./redirect-uri";
import { hasScopes, needsApp } from "./scheme-words";
import { ScopePicker } from "./scope-picker";

export function ConfigSettings({ config }: { config: AuthConfig }) {
  const toolkit = useQuery({
    ...query(catalogApi.getToolkit, { params: { slug: config.toolkit.slug }, query: {} }),
    staleTime: 60_000,
  });
  return (
    <QueryView
      query={toolkit}
      what="its toolkit"
      skeleton={
        <div className="max-w-2xl space-y-5">
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-14" />
          ))}
        </div>
      }
    >
      {(toolkitDetails) => {
        const scheme = toolkitDetails.auth_config_details.find(({ mode }) => mode === config.auth_scheme);
        return scheme ? (
          <Settings config={config} toolkit={toolkitDetails} scheme={scheme} />
        ) : (
          <Alert tone="info" title="Nothing to configure">
            {toolkitDetails.name} needs no authentication.
          </Alert>
        );
      }}
    </QueryView>
  );
}

type SettingsProps = { config: AuthConfig; toolkit: Toolkit; scheme: Scheme };

/** The values of the form, and whether they differ from the stored values. */
function useSettings({ config, toolkit, scheme }: SettingsProps) {
  const toast = useToast();
  const update = mutation(authConfigsApi.updateAuthConfig, useQueryClient(), {
    refresh: [authConfigsApi.getAuthConfig, authConfigsApi.listAuthConfigs],
  });
  const storedValues: Record<string, string> = { ...storedTexts(config.credentials), ...config.proxy_config };
  const secrets = new Set([
    "proxy_auth_key",
    ...credentialFields(scheme).flatMap(({ name, is_secret: isSecret }) => (isSecret ? [name] : [])),
  ]);
  // the API returns secrets masked; their fields are empty at first, and an empty field keeps the stored secret
  const initial = Object.fromEntries(
    Object.keys(toInitial(toolkit, scheme)).map((name) => [
      name,
      name === "name" ? config.name : secrets.has(name) ? "" : (storedValues[name] ?? ""),
    ]),
  );
  const { tools_available_for_execution: allowed = [], tools_for_connected_account_creation: accountTools = [] } =
    config.tool_access_config;
  const before = {
    scopes: storedScopes(config.credentials) ?? scheme.scopes?.default ?? [],
    tools: { allowed, asked: accountTools },
    texts: initial,
    secrets,
  };
  const [scopes, setScopes] = useState<string[]>([...before.scopes]);
  const [tools, setTools] = useState<ToolChoice>(before.tools);
  const changed = scopes.join(" ") !== before.scopes.join(" ") || toolsDiffer(tools, before.tools);
  const form = useForm({
    schema: async () => (await import("./form-schemas")).toSchema(toolkit, scheme, new Set(Object.keys(storedValues))),
    initial,
    submit: async () => {
      await withFieldErrors(
        update.mutationFn({
          params: { nanoid: config.id },
          body: toChangeBody(config, form.values, { scopes, tools }, before),
        }),
      );
      toast("Settings saved");
      await update.onSuccess();
    },
  });
  const dirty = changed || Object.entries(form.values).some(([name, value]) => value !== (initial[name] ?? ""));
  return { form, scopes, setScopes, startScopes: before.scopes, tools, setTools, dirty, stored: storedValues };
}

function Settings({ config, toolkit, scheme }: SettingsProps) {
  const {
    form,
    scopes,
    setScopes,
    startScopes,
    tools,
    setTools,
    dirty,
    stored: storedValues,
  } = useSettings({
    config,
    toolkit,
    scheme,
  });
  const [managed, scoped] = [config.is_composio_managed, hasScopes(scheme.mode)];
  useLeaveGuard(dirty);
  return (
    <div className="max-w-2xl">
      <Form still onSubmit={form.onSubmit}>
        <Field label="Name" error={form.error("name")}>
          {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("name")} />}
        </Field>
        {managed ? null : (
          <CredentialFields
            fields={credentialFields(scheme)}
            stored={storedValues}
            control={form.control}
            error={form.error}
          />
        )}
        {needsApp(scheme.mode) && !managed ? (
          <RedirectUri toolkit={toolkit} scheme={scheme} control={form.control} error={form.error} />
        ) : null}
        {scoped ? (
          <ScopePicker
            available={scheme.scopes?.available ?? []}
            start={startScopes}
            value={scopes}
            onChange={setScopes}
          />
        ) : null}
        {scoped ? (
          <p className="text-xs text-muted">
            New scopes apply from the next sign-in. Connected users keep their current scopes until they sign in again.
          </p>
        ) : null}
        <AdvancedFields
          toolkit={toolkit}
          scheme={scheme}
          withUrls={!managed}
          control={form.control}
          error={form.error}
          tools={tools}
          onTools={setTools}
          stored={storedValues}
        />
        {form.failure ? <ErrorState title="Couldn’t save the settings" error={form.failure} /> : null}
        <div className="flex items-center gap-3">
          <SaveButton pending={form.pending} dirty={dirty} saving="Saving settings">
            Save settings
          </SaveButton>
          {dirty ? <span className="text-sm text-muted">You have unsaved changes.</span> : null}
        </div>
      </Form>
    </div>
  );
}
