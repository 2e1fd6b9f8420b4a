/** A notice on every page that a newer release is at the operator's place for them, until an owner closes it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { PackageCheck, X } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { RELEASE_BANNER_COOKIE, savePreference } from "@/components/parts/shell/preferences";
import { Button } from "@/components/ui/button";
import { healthApi } from "@/generated/addresses/health";
import { query } from "@/lib/contract/client";

/** Releases arrive rarely. */
const STALE_MS = 3_600_000;

/** @param closedVersion the version whose notice was closed in this browser */
export function ReleaseBanner({ closedVersion }: { closedVersion: string | undefined }) {
  const [closed, setClosed] = useState(closedVersion);
  const isShown = useMay("instance:read");
  const { data } = useQuery({
    ...query(healthApi.getNewerRelease, {}),
    ...{ staleTime: STALE_MS, retry: false, enabled: isShown },
  });
  const newer = data?.newer;
  if (!newer || newer.version === closed) return null;
  const close = () => {
    savePreference(RELEASE_BANNER_COOKIE, newer.version);
    setClosed(newer.version);
  };
  return (
    <section
      aria-label="Newer version"
      className="flex items-start gap-2 border-b bg-surface px-4 py-2 text-sm md:px-8"
    >
      <PackageCheck aria-hidden className="mt-1.5 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 py-1">
        <p>
          <strong className="font-medium">Version {newer.version} is available.</strong> Stop the server, back it up,
          run this command, then start it again.
        </p>
        <CopyableId id={newer.command} what="command" className="mt-1" />
      </div>
      <Button variant="ghost" size="icon" aria-label="Dismiss the update notice" onClick={close}>
        <X aria-hidden />
      </Button>
    </section>
  );
}
