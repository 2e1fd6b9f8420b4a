/** Decides whether unsigned MCP URLs of the project need a key. A change takes effect at once. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Switch } from "@/components/ui/switch";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";
import { PROJECT_READERS, type Project } from "./project-readers";

export function ProjectMcp({ project }: { project: Project }) {
  const toast = useToast();
  const update = useMutation(
    mutation(accessApi.updateProject, useQueryClient(), { refresh: [...PROJECT_READERS, overviewApi.getOverview] }),
  );
  const asks = project.require_mcp_api_key ?? true;
  return (
    <div>
      <Switch
        label="Require an API key"
        checked={asks}
        disabled={update.isPending}
        onChange={(on) =>
          update.mutate(
            { body: { require_mcp_api_key: on } },
            { onSuccess: () => toast(on ? "MCP URLs need a key or a signature" : "MCP URLs are open") },
          )
        }
      />
      <p className="text-xs text-muted">
        {asks
          ? "Signed URLs work only for their user. All other URLs need an API key."
          : "Anyone who knows an MCP server’s URL can call it as any user."}
      </p>
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
    </div>
  );
}
