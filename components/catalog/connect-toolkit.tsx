/**
 * The target of a toolkit's "Connect" button: the window for a new account if an auth config exists, otherwise the page
 * that creates an auth config.
 */
"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { useAuthConfigs } from "@/components/auth-configs/use-auth-configs";
import { ConnectWindow } from "@/components/connected-accounts/connect-window";

type ConnectToolkitProps = { slug: string; newConfigHref: string; onClose: () => void };

export function ConnectToolkit({ slug, newConfigHref, onClose }: ConnectToolkitProps) {
  const router = useRouter();
  const { data, isPending } = useAuthConfigs();
  const config = data?.items.find(({ status, toolkit }) => status === "ENABLED" && toolkit.slug === slug);
  const needsConfig = !isPending && !config;
  useEffect(() => {
    if (needsConfig) router.push(newConfigHref);
  }, [needsConfig, newConfigHref, router]);
  return config ? <ConnectWindow authConfigId={config.id} onClose={onClose} /> : null;
}
