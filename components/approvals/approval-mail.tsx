/** The mail server that asks members to decide about calls. The password is written, never read back. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Field } from "@/components/parts/forms/field";
import { ServiceForm, useServiceForm } from "@/components/parts/forms/service-form";
import { ServiceTest } from "@/components/parts/forms/service-test";
import { Alert } from "@/components/ui/alert";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, query, type ResultOf } from "@/lib/contract/client";
import { approvalMailApi } from "@/generated/addresses/approval-messages";

type Settings = ResultOf<typeof approvalMailApi.getApprovalMail>;

const READERS = [approvalMailApi.getApprovalMail];

export function ApprovalMail() {
  const client = useQueryClient();
  const loading = useQuery(query(approvalMailApi.getApprovalMail, {}));
  return (
    <QueryView query={loading} what="the mail server" skeleton={<Skeleton className="h-96" />}>
      {(settings) => (
        <div className="space-y-5">
          {settings.project?.last_error ? (
            <Alert tone="error" title="Couldn’t send the last mail">
              {settings.project.last_error}
            </Alert>
          ) : null}
          <MailForm key={settings.project?.updated_at ?? "none"} settings={settings} />
          <ServiceTest
            noun="mail server"
            project={settings.project !== null}
            server={false}
            test={mutation(approvalMailApi.testApprovalMail, client, { refresh: READERS })}
            remove={mutation(approvalMailApi.deleteApprovalMail, client, { refresh: READERS })}
          />
        </div>
      )}
    </QueryView>
  );
}

function MailForm({ settings: { project } }: { settings: Settings }) {
  const set = mutation(approvalMailApi.setApprovalMail, useQueryClient(), { refresh: READERS });
  const { form, dirty } = useServiceForm({
    schema: () => import("./form-schemas").then(({ MailServer }) => MailServer),
    initial: {
      server: project?.server ?? "",
      security: project?.security ?? "starttls",
      user: project?.user ?? "",
      password: "",
      from: project?.from ?? "",
    },
    words: { server: "Enter a host and a port, such as smtp.example.com:587." },
    empty: { from: "Enter the sender’s email." },
    message: "Mail server saved",
    save: (body) => set.mutationFn({ body }),
    onSaved: set.onSuccess,
  });
  return (
    <ServiceForm form={form} dirty={dirty} service="mail server" noun="mail server">
      <Field label="Server" error={form.error("server")}>
        {(wiring) => (
          <Input
            {...wiring}
            {...form.control("server")}
            placeholder="smtp.example.com:587"
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Encryption" error={form.error("security")}>
        {(wiring) => (
          <Select {...wiring} {...form.control("security")}>
            <option value="starttls">STARTTLS</option>
            <option value="tls">TLS</option>
            <option value="none">None (your own network only)</option>
          </Select>
        )}
      </Field>
      <Field label="User" optional error={form.error("user")}>
        {(wiring) => <Input {...wiring} {...form.control("user")} autoComplete="off" spellCheck={false} />}
      </Field>
      <Field
        label="Password"
        optional
        error={form.error("password")}
        help={
          project?.has_password
            ? "A password is stored. Leave empty to keep it. A different server or user needs its own."
            : "Stored encrypted and never shown again."
        }
      >
        {(wiring) => <Input {...wiring} {...form.control("password")} type="password" autoComplete="new-password" />}
      </Field>
      <Field label="Sender" error={form.error("from")}>
        {(wiring) => (
          <Input
            {...wiring}
            {...form.control("from")}
            type="email"
            placeholder="approvals@example.com"
            autoComplete="off"
          />
        )}
      </Field>
    </ServiceForm>
  );
}
