/** The Slack channel that asks members to decide about calls. Its secrets are written, never read back. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { ServiceForm, useServiceForm } from "@/components/parts/forms/service-form";
import { ServiceTest } from "@/components/parts/forms/service-test";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { approvalSlackApi } from "@/generated/addresses/approval-messages/slack";

type Settings = ResultOf<typeof approvalSlackApi.getApprovalSlack>;

const READERS = [approvalSlackApi.getApprovalSlack];

export function ApprovalSlack() {
  const client = useQueryClient();
  const loading = useQuery(query(approvalSlackApi.getApprovalSlack, {}));
  return (
    <QueryView query={loading} what="the Slack channel" skeleton={<Skeleton className="h-96" />}>
      {(settings) => (
        <div className="space-y-5">
          {settings.project?.last_error ? (
            <Alert tone="error" title="Couldn’t send the last message">
              {settings.project.last_error}
            </Alert>
          ) : null}
          <div className="space-y-1.5 text-sm">
            <p>Request URL for Interactivity in your Slack app:</p>
            <CopyableId id={settings.actions_url} what="request URL" />
          </div>
          <SlackForm key={settings.project?.updated_at ?? "none"} settings={settings} />
          <ServiceTest
            noun="channel"
            project={settings.project !== null}
            server={false}
            test={mutation(approvalSlackApi.testApprovalSlack, client, { refresh: READERS })}
            remove={mutation(approvalSlackApi.deleteApprovalSlack, client, { refresh: READERS })}
          />
        </div>
      )}
    </QueryView>
  );
}

const SECRETS = [
  ["bot_token", "Bot token"],
  ["signing_secret", "Signing secret"],
] as const;

function SlackForm({ settings: { project } }: { settings: Settings }) {
  const set = mutation(approvalSlackApi.setApprovalSlack, useQueryClient(), { refresh: READERS });
  const { form, dirty } = useServiceForm({
    schema: () => import("./form-schemas").then(({ SlackApp }) => SlackApp),
    initial: { channel: project?.channel ?? "", bot_token: "", signing_secret: "", api_url: project?.api_url ?? "" },
    words: { channel: "Enter the ID of a channel, such as C0123456789." },
    message: "Slack channel saved",
    save: (body) => set.mutationFn({ body }),
    onSaved: set.onSuccess,
  });
  return (
    <ServiceForm form={form} dirty={dirty} service="Slack channel" noun="channel">
      <Field label="Channel ID" error={form.error("channel")}>
        {(wiring) => (
          <Input
            {...wiring}
            {...form.control("channel")}
            placeholder="C0123456789"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {SECRETS.map(([name, label]) => (
        <Field
          key={name}
          label={label}
          optional={project !== null}
          error={form.error(name)}
          help={project ? "Stored. Leave empty to keep it." : "Stored encrypted and never shown again."}
        >
          {(wiring) => <Input {...wiring} {...form.control(name)} type="password" autoComplete="new-password" />}
        </Field>
      ))}
      <Field label="API URL" optional error={form.error("api_url")} help="Only for another Slack, such as GovSlack.">
        {(wiring) => (
          <Input
            {...wiring}
            {...form.control("api_url")}
            type="url"
            placeholder="https://slack.com/api"
            autoComplete="off"
          />
        )}
      </Field>
    </ServiceForm>
  );
}
