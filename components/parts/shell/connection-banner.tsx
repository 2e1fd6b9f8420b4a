/**
 * Warns while the browser is offline, the server does not respond or its database is unreachable. Disappears
 * automatically when everything is back, and then opens the page that was asked for meanwhile.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { TriangleAlert, WifiOff, type LucideIcon } from "lucide-react";
import { useEffect, type ReactNode } from "react";
import { holdPage, useHeldPage } from "@/components/ui/held-page";
import { ClientError, query } from "@/lib/contract/client";
import { healthApi } from "@/generated/addresses/health";
import { useOnline } from "./use-online";

const EVERY_MS = 15_000;
/** Polls faster during an outage, because the user waits for its end. */
const EVERY_MS_OF_OUTAGE = 3_000;

export function ConnectionBanner() {
  const isOnline = useOnline();
  const address = useHeldPage();
  const router = useRouter();
  useEffect(() => {
    if (!isOnline || address === null) return;
    holdPage(null);
    router.push(address);
  }, [isOnline, address, router]);
  const { data, error } = useQuery({
    ...query(healthApi.getHealth, {}),
    refetchInterval: ({ state }) => (state.error || state.data?.status === "degraded" ? EVERY_MS_OF_OUTAGE : EVERY_MS),
    retry: false,
  });
  if (!isOnline)
    return (
      <Warning label="Offline" Icon={WifiOff} what="You’re offline.">
        {address === null
          ? "Pages may be out of date and changes can’t be saved. Patchbay will reconnect automatically."
          : "The page will open once you’re back online."}
      </Warning>
    );
  if (error instanceof ClientError && error.status === 0)
    return (
      <Warning label="Not responding" Icon={TriangleAlert} what="The server isn’t responding.">
        Pages may be out of date and changes can’t be saved. Patchbay keeps retrying.
      </Warning>
    );
  if (data?.status !== "degraded") return null;
  return (
    <Warning label="Degraded" Icon={TriangleAlert} what="The database isn’t responding.">
      Until it recovers, calls fail and pages may be out of date. Patchbay recovers automatically.
    </Warning>
  );
}

type WarningProps = { label: string; Icon: LucideIcon; what: string; children: ReactNode };

const Warning = ({ label, Icon, what, children }: WarningProps) => (
  <section aria-label={label} role="alert" className="border-b bg-surface px-4 py-3 md:px-8">
    <p className="flex items-start gap-2 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
      <span>
        <strong className="font-medium">{what}</strong> {children}
      </span>
    </p>
  </section>
);
