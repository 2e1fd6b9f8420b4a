/** Warns that MCP URLs of the project work without a key, and can close them. */
"use client";
import { countOf, pluralOf } from "@/lib/contract/count-of";
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
      title={`${countOf(servers, "MCP server")} ${pluralOf(servers, "works", "work")} without a key`}
    >
      <p>
        Anyone who knows its URL can call it as any user. First create new URLs for clients without a key: those that{" "}
        <code>generate</code> returns are now signed, and stay open to their own user.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button
          variant="outline"
          disabled={close.isPending}
          onClick={() =>
            close.mutate(
              { body: { require_mcp_api_key: true } },
              { onSuccess: () => toast("MCP URLs now need a key or a signature") },
            )
          }
        >
          {close.isPending ? "Requiring an API key" : "Require an API key"}
        </Button>
        <Link
          href="/settings/project"
          className="rounded-sm text-sm text-muted underline underline-offset-4 hover:text-ink"
        >
          Project settings
        </Link>
      </div>
      {close.isError ? <ErrorState title="Couldn’t change the setting" error={close.error} /> : null}
    </Alert>
  );
}
