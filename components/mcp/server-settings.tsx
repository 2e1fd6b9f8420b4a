/** A server's name, its toolkits, the sign-in of its users; and how to end its URLs or delete it. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { findShapeProblems, toShape, toShapeDraft, type ShapeDraft } from "@/components/execution/smaller-answers";
import { SmallerAnswersFields } from "@/components/execution/smaller-answers-fields";
import { ToolkitsField } from "@/components/find/toolkits-field";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { FormSection } from "@/components/sessions/settings/form-section";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { mutation, query } from "@/lib/contract/client";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { mcpToolsApi } from "@/generated/addresses/mcp/tools";
import { ManagedSwitch } from "./managed-switch";
import type { Server } from "./mcp-words";
import { ServerEnds } from "./server-ends";
import { nameProblem } from "./server-name";
import { SignInFields } from "./sign-in-fields";
import { withoutToolkits } from "./tool-choice";

type Draft = { name: string; toolkits: string[]; configs: string[]; managed: boolean; answers: ShapeDraft };

const toDraft = (server: Server): Draft => ({
  name: server.name,
  toolkits: server.toolkits,
  configs: server.auth_config_ids,
  managed: server.managed_auth_via_composio,
  answers: toShapeDraft(server.default_response),
});

/** Mounted again when the server changed. */
export function ServerSettings({ server }: { server: Server }) {
  const [draft, setDraft] = useState(() => toDraft(server));
  const dirty = JSON.stringify(draft) !== JSON.stringify(toDraft(server));
  const may = useMay("mcp_servers:write");
  useLeaveGuard(dirty);
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = useSave(server);
  const none = save.left(draft.toolkits)?.length === 0;
  const { mayGo, error } = useTried({
    name: nameProblem(draft.name),
    toolkits: required(draft.toolkits.join(), "Choose a toolkit."),
    none: none ? "None of the selected tools would be left." : undefined,
    ...findShapeProblems(draft.answers),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) save.submit(draft);
  };
  return (
    <div className="max-w-3xl space-y-8">
      <form noValidate method="post" onSubmit={onSubmit}>
        <fieldset disabled={!may} className="min-w-0">
          <FormSection title="General">
            <Field label="Name" error={error("name")}>
              {(wiring) => (
                <Input
                  {...wiring}
                  autoComplete="off"
                  value={draft.name}
                  onChange={(event) => change({ name: event.currentTarget.value })}
                />
              )}
            </Field>
          </FormSection>
          <FormSection title="Toolkits" help="Select their tools under Tools.">
            <ToolkitsField
              label="Toolkits"
              placeholder="Search toolkits"
              withTools
              error={error("toolkits")}
              value={draft.toolkits}
              onChange={(toolkits) => change({ toolkits })}
            />
            {none ? (
              <Alert tone="warning">
                None of the selected tools would be left. Select tools from other toolkits first.
              </Alert>
            ) : null}
          </FormSection>
          <FormSection title="Authentication" help="Determines whose accounts are used.">
            <SignInFields toolkits={draft.toolkits} value={draft.configs} onChange={(configs) => change({ configs })} />
            <ManagedSwitch checked={draft.managed} onChange={(managed) => change({ managed })} />
          </FormSection>
          <FormSection title="Smaller answers" help="Less for agents to read.">
            <SmallerAnswersFields
              draft={draft.answers}
              change={(part) => change({ answers: { ...draft.answers, ...part } })}
              errors={{ fields: error("fields"), maxTokens: error("maxTokens") }}
            />
          </FormSection>
          {save.error ? <ErrorState title="Couldn’t save the settings" error={save.error} className="mb-4" /> : null}
          <div className="flex items-center gap-3">
            <SaveButton pending={save.pending} dirty={dirty} saving="Saving settings">
              Save settings
            </SaveButton>
            {dirty ? <span className="text-sm text-muted">You have unsaved changes.</span> : null}
          </div>
        </fieldset>
      </form>
      {may ? <ServerEnds server={server} /> : null}
    </div>
  );
}

function useSave(server: Server) {
  const toast = useToast();
  const offer = useQuery({
    ...query(mcpToolsApi.offerMcpTools, { query: { toolkits: server.toolkits } }),
    enabled: server.allowed_tools.length > 0,
    staleTime: 60_000,
  });
  const update = useMutation(
    mutation(mcpApi.updateMcpServer, useQueryClient(), {
      refresh: [
        mcpApi.getMcpServer,
        mcpToolsApi.listMcpTools,
        listedMcpServersApi.getMcpServerWithUse,
        listedMcpServersApi.listMcpServersWithUse,
      ],
    }),
  );
  /** The chosen tools that the toolkits still have; undefined where the server allows all. */
  const left = (toolkits: readonly string[]) =>
    server.allowed_tools.length === 0
      ? undefined
      : withoutToolkits(server.allowed_tools, offer.data?.items ?? [], toolkits);
  // The form is mounted again with the new server, which ends callbacks of a mutation.
  const submit = ({ name, toolkits, configs, managed, answers }: Draft) =>
    void update
      .mutateAsync({
        params: { id: server.id },
        body: {
          name: name.trim(),
          toolkits,
          auth_config_ids: configs,
          allowed_tools: left(toolkits),
          managed_auth_via_composio: managed,
          default_response: toShape(answers),
        },
      })
      .then(
        () => toast("Settings saved"),
        () => undefined,
      );
  return { left, submit, pending: update.isPending, error: update.error };
}
