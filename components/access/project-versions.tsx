/** At which versions the project's toolkits stay, and what happens to a version that is not there. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { DayOf } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Switch } from "@/components/ui/switch";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "./project-readers";

export function ProjectVersions({ project }: { project: Project }) {
  const toast = useToast();
  const update = useMutation(mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS }));
  const { strict_toolkit_versions: strict, toolkit_versions_as_of: asOf } = project;
  const change = (body: Parameters<typeof update.mutate>[0]["body"], message: string) =>
    update.mutate({ body }, { onSuccess: () => toast(message) });
  return (
    <div className="space-y-5">
      <div className="space-y-2">
        <p className="text-sm">
          Calls from <code>/api/v3</code> without a version use the versions from{" "}
          {asOf ? <DayOf at={asOf} /> : "before this was recorded"}.
        </p>
        <Button
          variant="outline"
          disabled={update.isPending}
          onClick={() => change({ toolkit_versions_as_of: new Date().toISOString() }, "Pinned versions updated")}
        >
          Update pinned versions
        </Button>
        <p className="text-xs text-muted">
          Calls from <code>/api/v3.1</code>, the dashboard and MCP servers always use the latest. If a version is no
          longer on this server, the latest is used.
        </p>
      </div>
      <div>
        <Switch
          label="Reject unknown versions"
          checked={strict}
          disabled={update.isPending}
          onChange={(on) =>
            change(
              { strict_toolkit_versions: on },
              on ? "Unknown versions are rejected" : "Unknown versions run the latest",
            )
          }
        />
        <p className="text-xs text-muted">
          {strict
            ? "Calls that name a version this server doesn’t have fail."
            : "Calls that name a version this server doesn’t have run the latest, with a warning header."}
        </p>
      </div>
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
    </div>
  );
}
