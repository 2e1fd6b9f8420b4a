/** Decides whether callers may send credentials of accounts to URLs that they choose. A change takes effect at once. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Switch } from "@/components/ui/switch";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "./project-readers";
import { SettingsSection } from "./settings-section";

export function ProjectCredentials({ project }: { project: Project }) {
  const toast = useToast();
  const update = useMutation(mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS }));
  const elsewhere = project.account_credentials_elsewhere;
  return (
    <SettingsSection title="Credentials" text="Where connected accounts’ credentials may be sent.">
      <Switch
        label="Send credentials to other hosts"
        checked={elsewhere}
        disabled={update.isPending}
        onChange={(on) =>
          update.mutate(
            { body: { account_credentials_elsewhere: on } },
            {
              onSuccess: () =>
                toast(on ? "Credentials go to any host a call names" : "Credentials stay with their toolkits"),
            },
          )
        }
      />
      <p className="text-xs text-muted">
        {elsewhere
          ? "Anyone with an API key for this project can have an account’s token sent to their own server."
          : "Credentials only go to their toolkit’s or account’s hosts. Calls to other base URLs must bring their own."}
      </p>
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
    </SettingsSection>
  );
}
