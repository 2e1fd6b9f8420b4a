/** A notice on every page that a newer release is at the operator's place for them, until an owner closes it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { RELEASE_BANNER_COOKIE, savePreference } from "@/components/parts/shell/preferences";
import { healthApi } from "@/generated/addresses/health";
import { query } from "@/lib/contract/client";

const ReleaseNotice = dynamic(() => import("./release-notice").then((module) => module.ReleaseNotice), { ssr: false });

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
  return <ReleaseNotice version={newer.version} command={newer.command} onClose={close} />;
}
