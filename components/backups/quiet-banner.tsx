/** A notice on every page while this server is quiet after a restore; owners of the server can wake it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { MoonStar } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { Button } from "@/components/ui/button";
import { healthApi } from "@/generated/addresses/health";
import { query } from "@/lib/contract/client";

const WakeWindow = dynamic(() => import("./wake-window").then((module) => module.WakeWindow), { ssr: false });

/** The health is read by the frame again and again. */
const STALE_MS = 15_000;

export function QuietBanner() {
  const { data } = useQuery({ ...query(healthApi.getHealth, {}), staleTime: STALE_MS, retry: false });
  const mayWake = useMay("instance:write");
  const [isWindowOpen, setWindowOpen] = useState(false);
  if (!data?.quiet) return null;
  return (
    <section aria-label="Paused after a restore" className="border-b bg-surface px-4 py-3 md:px-8">
      <div className="flex flex-wrap items-start justify-between gap-3 text-sm">
        <p className="flex min-w-0 flex-1 items-start gap-2">
          <MoonStar aria-hidden className="mt-0.5 size-4 shrink-0 text-amber" />
          <span>
            <strong className="font-medium">This server was restored from a backup and is paused.</strong> It doesn’t
            renew tokens, poll triggers or deliver events, so the original server keeps its connections.
          </span>
        </p>
        {mayWake ? (
          <Button variant="outline" aria-haspopup="dialog" onClick={() => setWindowOpen(true)}>
            Wake this server
          </Button>
        ) : null}
      </div>
      {isWindowOpen ? <WakeWindow madeAt={data.quiet.backup_made_at} onClose={() => setWindowOpen(false)} /> : null}
    </section>
  );
}
