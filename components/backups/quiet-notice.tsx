/** The notice of a paused server. Loaded only while it is paused. */
"use client";
import { MoonStar } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { Button } from "@/components/ui/button";

const WakeWindow = dynamic(() => import("./wake-window").then((module) => module.WakeWindow), { ssr: false });

/** `madeAt` is the time of the backup. */
export function QuietNotice({ madeAt }: { madeAt: string }) {
  const mayWake = useMay("instance:write");
  const [isWindowOpen, setWindowOpen] = useState(false);
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
      {isWindowOpen ? <WakeWindow madeAt={madeAt} onClose={() => setWindowOpen(false)} /> : null}
    </section>
  );
}
