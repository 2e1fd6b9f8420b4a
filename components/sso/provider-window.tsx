/** The window that adds a provider or changes one. The secret is written, never read back. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ROLE_WORDS } from "@/components/members/role-words";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation } from "@/lib/contract/client";
import { fromGroupLines, toGroupLines } from "./group-lines";
import type { Provider } from "./provider";

const ROLES = ["admin", "developer", "viewer", "auditor"] as const;
const EMPTY = {
  name: "Enter a name.",
  issuer: "Enter the issuer.",
  client_id: "Enter the client ID.",
  client_secret: "Enter the client secret.",
};
const WORDS = { issuer: "Enter the issuer’s https URL, such as https://login.example.com." };

type Switches = Pick<Provider, "enabled" | "creates_members" | "trusts_emails">;
const NEW: Switches = { enabled: true, creates_members: false, trusts_emails: false };

type ProviderWindowProps = { provider: Provider | null; onClose: () => void };

function useProviderForm({ provider, onClose }: ProviderWindowProps) {
  const client = useQueryClient();
  const refresh = [ssoApi.getSso];
  const create = mutation(ssoApi.createSsoProvider, client, { refresh });
  const update = mutation(ssoApi.updateSsoProvider, client, { refresh });
  const [switches, setSwitches] = useState<Switches>(provider ?? NEW);
  const form = useForm({
    schema: () =>
      import("./form-schemas").then(({ NewSsoProvider, SsoProvider }) =>
        provider?.client_auth === "client_secret" ? SsoProvider : NewSsoProvider,
      ),
    initial: {
      ...{ name: provider?.name ?? "", issuer: provider?.issuer ?? "", client_id: provider?.client_id ?? "" },
      ...{
        client_auth: provider?.client_auth ?? "client_secret",
        client_secret: "",
        default_role: provider?.default_role ?? "viewer",
      },
      ...{ groups_claim: provider?.groups_claim ?? "", groups: toGroupLines(provider?.group_roles ?? []) },
    },
    ...{ empty: EMPTY, words: WORDS },
    submit: async ({ groups, groups_claim: claim, client_secret: secret, ...values }) => {
      const { enabled, creates_members: createsMembers, trusts_emails: trustsEmails } = switches;
      const roles = fromGroupLines(groups ?? "") as { group: string; role: (typeof ROLES)[number] }[];
      const body = {
        ...{ ...values, groups_claim: claim ?? null, group_roles: roles },
        ...{ enabled, creates_members: createsMembers, trusts_emails: trustsEmails },
      };
      if (provider)
        await update.mutationFn({
          params: { id: provider.id },
          body: { ...body, ...(secret && { client_secret: secret }) },
        });
      else await create.mutationFn({ body: { ...body, ...(secret && { client_secret: secret }) } });
      void update.onSuccess();
      onClose();
    },
  });
  const set = (part: Partial<Switches>) => setSwitches((before) => ({ ...before, ...part }));
  return { form, switches, set };
}

export function ProviderWindow({ provider, onClose }: ProviderWindowProps) {
  const { form, switches, set } = useProviderForm({ provider, onClose });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={provider ? `Edit ${provider.name}` : "Add provider"}
        description="Anyone who runs the provider can sign in as any member of this organization."
      >
        <Form onSubmit={form.onSubmit}>
          <ClientFields form={form} hasSecret={provider?.client_auth === "client_secret"} />
          <MemberFields form={form} switches={switches} set={set} />
          {provider ? (
            <Checkbox
              label="On (turning it off signs out everyone who used it)"
              checked={switches.enabled}
              onChange={(event) => set({ enabled: event.currentTarget.checked })}
            />
          ) : null}
          {form.failure ? <ErrorState title="Couldn’t save the provider" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Saving" : provider ? "Save" : "Add provider"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}

type ProviderForm = ReturnType<typeof useProviderForm>["form"];

function ClientFields({ form, hasSecret }: { form: ProviderForm; hasSecret: boolean }) {
  return (
    <>
      <Field label="Name" help="For example, Okta." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("name")} />}
      </Field>
      <Field label="Issuer" help="Exactly as in the provider’s discovery document." error={form.error("issuer")}>
        {(wiring) => (
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://login.example.com"
            {...wiring}
            {...form.control("issuer")}
          />
        )}
      </Field>
      <Field label="Client ID" error={form.error("client_id")}>
        {(wiring) => <Input autoComplete="off" spellCheck={false} {...wiring} {...form.control("client_id")} />}
      </Field>
      <Field
        label="Proof of this server"
        help="A private key is made here and never leaves this server. The provider gets its public half."
        error={form.error("client_auth")}
      >
        {(wiring) => (
          <Select {...wiring} {...form.control("client_auth")}>
            <option value="client_secret">Client secret</option>
            <option value="private_key_jwt">Private key (private_key_jwt)</option>
          </Select>
        )}
      </Field>
      {form.control("client_auth").value === "private_key_jwt" ? null : (
        <Field
          label="Client secret"
          optional={hasSecret}
          help={hasSecret ? "Leave empty to keep the current one." : undefined}
          error={form.error("client_secret")}
        >
          {(wiring) => (
            <Input type="password" autoComplete="new-password" {...wiring} {...form.control("client_secret")} />
          )}
        </Field>
      )}
    </>
  );
}

type MemberFieldsProps = { form: ProviderForm; switches: Switches; set: (part: Partial<Switches>) => void };

function MemberFields({ form, switches, set }: MemberFieldsProps) {
  return (
    <>
      <Checkbox
        label="People with an email of a proven domain become members"
        checked={switches.creates_members}
        onChange={(event) => set({ creates_members: event.currentTarget.checked })}
      />
      <Field label="Role of new members" error={form.error("default_role")}>
        {(wiring) => (
          <Select {...wiring} {...form.control("default_role")}>
            {ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_WORDS[role].name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Claim with the groups"
        optional
        help="With it, a member’s role follows their groups at each sign-in. Owners stay owners."
        error={form.error("groups_claim")}
      >
        {(wiring) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder="groups"
            {...wiring}
            {...form.control("groups_claim")}
          />
        )}
      </Field>
      <Field
        label="Role of each group"
        optional
        help="One per line: Platform team = admin. The highest role counts."
        error={form.error("groups")}
      >
        {(wiring) => <Textarea rows={3} spellCheck={false} {...wiring} {...form.control("groups")} />}
      </Field>
      <Checkbox
        label="The provider never says whether an email is verified; trust its emails (Entra ID)"
        checked={switches.trusts_emails}
        onChange={(event) => set({ trusts_emails: event.currentTarget.checked })}
      />
    </>
  );
}
