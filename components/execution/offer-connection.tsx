/**
 * The way from "no account" to an account: connect with an auth config of the toolkit, with a key that is at hand, or
 * create the auth config first.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ConnectAccount } from "@/components/connected-accounts/connect-account";
import { findKeyScheme } from "@/components/connected-accounts/by-key/connect-with-key";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";

const KeyWindow = dynamic(
  () => import("@/components/connected-accounts/by-key/key-window").then(({ KeyWindow }) => KeyWindow),
  {
    ssr: false,
  },
);

/** The user of trial accounts. */
const USER = "default";

export function OfferConnection({ toolkit, user }: { toolkit: string; user: string }) {
  const configs = useQuery(query(authConfigsApi.listAuthConfigs, { query: { toolkit_slug: toolkit, limit: 10 } }));
  const details = useQuery({
    ...query(catalogApi.getToolkit, { params: { slug: toolkit }, query: {} }),
    staleTime: 60_000,
  });
  const mayChange = [useMay("auth_configs:write"), useMay("connected_accounts:write")].every(Boolean);
  const [isOpen, setOpen] = useState(false);
  if (configs.isPending || details.isPending) return <Skeleton className="h-8 w-44" />;
  const enabled = configs.data?.items.find(({ status }) => status === "ENABLED");
  // A failed attempt has made the auth config; its window stays.
  if (enabled && !isOpen) return <ConnectAccount authConfigId={enabled.id} userId={user} variant="outline" />;
  const scheme = details.data && findKeyScheme(details.data);
  if (!scheme || !mayChange)
    return (
      <Button asChild variant="outline">
        <Link href={`/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`}>
          <Plus aria-hidden /> Create auth config
        </Link>
      </Button>
    );
  return (
    <>
      <Button variant="outline" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Plus aria-hidden /> Connect an account
      </Button>
      {isOpen ? (
        <KeyWindow toolkit={toolkit} scheme={scheme} userId={user || USER} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
