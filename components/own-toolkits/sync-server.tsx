/** Reads the tools of an MCP server again, with the newest account where the server asks for a sign-in. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { catalogApi } from "@/generated/addresses/catalog";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import { call, ClientError, query } from "@/lib/contract/client";
import { refreshToolkits } from "./refresh-toolkits";

/** A failure of the server, which the page shows as the last reading. */
const isOfServer = (error: Error): boolean => error instanceof ClientError && error.status === 422;

/** Renders a link to the sign-in until a server that asks for one has an account that can be used. */
export function SyncServer({ slug }: { slug: string }) {
  const mayChange = useMay("toolkits:write");
  const toolkit = useQuery(query(catalogApi.getToolkit, { params: { slug }, query: {} }));
  const needsAccount = toolkit.data?.auth_config_details.some(({ mode }) => mode !== "NO_AUTH") ?? false;
  const accounts = useQuery({
    ...query(connectedAccountsApi.listConnectedAccounts, {
      query: { toolkit_slugs: slug, statuses: "ACTIVE", limit: 1 },
    }),
    enabled: needsAccount,
  });
  const account = accounts.data?.items[0];
  const client = useQueryClient();
  const toast = useToast();
  const sync = useMutation({
    mutationFn: () =>
      call(customToolkitsApi.syncCustomToolkit, {
        body: { slug, ...(account && { connected_account_id: account.id }) },
      }),
    onSuccess: ({ synced_count: count }) => {
      toast(`Tools read; agents see ${count.toLocaleString("en")}`);
    },
    // A failure changes the words on the page, too.
    onSettled: () => refreshToolkits(client),
  });
  if (!mayChange) return null;
  const isKnown = !toolkit.isPending && !(needsAccount && accounts.isPending);
  if (isKnown && needsAccount && !account)
    return (
      <Button asChild variant="outline">
        <Link href={`/auth-configs/new?toolkit=${encodeURIComponent(slug)}`}>Connect an account</Link>
      </Button>
    );
  return (
    <>
      <Button variant="outline" disabled={!isKnown || sync.isPending} onClick={() => sync.mutate()}>
        <RefreshCw aria-hidden /> {sync.isPending ? "Reading the tools" : "Read the tools again"}
      </Button>
      {sync.error && !isOfServer(sync.error) ? (
        <ErrorState title="Couldn’t read the tools" error={sync.error} className="basis-full" />
      ) : null}
    </>
  );
}
