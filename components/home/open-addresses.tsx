/** Warns that MCP URLs of the project work without a key, and can close them. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { PROJECT_READERS } from "@/components/access/project-readers";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { overviewApi } from "@/generated/addresses/overview";

/** `servers` is the number of MCP servers that work without a key. */
export function OpenAddresses({ servers }: { servers: number }) {
  const toast = useToast();
  const close = useMutation(
    mutation(accessApi.updateProject, useQueryClient(), { refresh: [...PROJECT_READERS, overviewApi.getOverview] }),
  );
  return (
    <Alert
      tone="warning"
      title={servers === 1 ? "One MCP server answers without a key" : `${servers} MCP servers answer without a key`}
    >
      <p>
        Anyone who knows its address can call it as any user. First make new addresses for clients without a key: the
        ones that <code>generate</code> returns now are signed, and stay open to their own user.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          disabled={close.isPending}
          onClick={() =>
            close.mutate(
              { body: { require_mcp_api_key: true } },
              { onSuccess: () => toast("MCP addresses need a key or a signature now") },
            )
          }
        >
          {close.isPending ? "Asking for a key" : "Ask for a key"}
        </Button>
        <Link
          href="/settings/project"
          className="rounded-sm text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          Project settings
        </Link>
      </div>
      {close.isError ? <ErrorState title="The setting was not changed" error={close.error} /> : null}
    </Alert>
  );
}
