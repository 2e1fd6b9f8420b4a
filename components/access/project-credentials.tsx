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
    <SettingsSection title="Credentials" text="Where the credentials of connected accounts may go.">
      <Switch
        label="Send credentials to other addresses"
        checked={elsewhere}
        disabled={update.isPending}
        onChange={(on) =>
          update.mutate(
            { body: { account_credentials_elsewhere: on } },
            {
              onSuccess: () =>
                toast(
                  on ? "Credentials go to every address that a call names" : "Credentials stay with their toolkits",
                ),
            },
          )
        }
      />
      <p className="text-xs text-muted">
        {elsewhere
          ? "Anybody with an API key of this project can have the token of an account sent to a server of their own."
          : "Credentials go to the addresses of their toolkit or account. A call that names another base URL brings its own."}
      </p>
      {update.isError ? <ErrorState title="The setting was not changed" error={update.error} /> : null}
    </SettingsSection>
  );
}
