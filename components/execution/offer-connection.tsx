/**
 * The way from "no account" to an account: connect with an auth config of the toolkit, or create the auth config first.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { query } from "@/lib/contract/client";

export function OfferConnection({ toolkit, user }: { toolkit: string; user: string }) {
  const configs = useQuery(query(authConfigsApi.listAuthConfigs, { query: { toolkit_slug: toolkit, limit: 10 } }));
  if (configs.isPending) return <Skeleton className="h-8 w-44" />;
  const enabled = configs.data?.items.find(({ status }) => status === "ENABLED");
  if (enabled) return <ConnectAccount authConfigId={enabled.id} userId={user} variant="outline" />;
  return (
    <Button asChild variant="outline">
      <Link href={`/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`}>
        <Plus aria-hidden /> Create auth config
      </Link>
    </Button>
  );
}
