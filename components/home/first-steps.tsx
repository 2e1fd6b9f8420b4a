/** From nothing to the first call: each step says whether it is done and holds the way to do it. */
"use client";
import { Circle, CircleCheck } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore, type ReactNode } from "react";
import { CopyButton } from "@/components/parts/copy-button";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

const subscribe = () => () => undefined;
/** The address that this browser reaches Patchbay under; empty on the server, which cannot know it. */
const useOrigin = () => useSyncExternalStore(subscribe, () => window.location.origin, () => "");

/** A tool that needs no account, so that the first call works before anything is connected. */
const toCurl = (origin: string) => `curl -X POST ${origin}/api/v3/tools/execute/HACKERNEWS_GET_FRONTPAGE \\
  -H "x-api-key: $PATCHBAY_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"user_id": "me", "version": "latest", "arguments": {}}'`;

/** `hasKey` is undefined until it is known. */
export function FirstSteps({ hasKey, hasCall }: { hasKey: boolean | undefined; hasCall: boolean }) {
  const curl = toCurl(useOrigin());
  return (
    <section aria-label="First steps">
      <ol className="divide-y rounded-lg border">
        <Step done={hasKey === true} title="Create an API key" text="Your agent shows it with every call. It belongs to this project only.">
          {hasKey === undefined ? <Skeleton className="h-8 w-32 pointer-coarse:h-10" /> : <Button asChild variant={hasKey ? "outline" : "primary"}><Link href="/settings/api-keys">{hasKey ? "See API keys" : "Create API key"}</Link></Button>}
        </Step>
        <Step done={hasCall} title="Make the first call" text="Put your key in PATCHBAY_API_KEY and run this. The tool needs no account.">
          <div className="min-w-0 overflow-hidden rounded-lg border bg-surface">
            <div className="flex h-9 items-center justify-between border-b pr-1.5 pl-3 text-xs text-muted">
              Terminal <CopyButton text={curl} what="command" />
            </div>
            <pre tabIndex={0} role="group" aria-label="Command" className="overflow-x-auto p-3 font-mono text-xs leading-5">{curl}</pre>
          </div>
        </Step>
      </ol>
    </section>
  );
}

function Step({ done, title, text, children }: { done: boolean; title: string; text: string; children: ReactNode }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex gap-3 p-4">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${done ? "text-green" : "text-muted"}`} />
      <div className="min-w-0 flex-1">
        <h2 className="text-base font-medium">
          {title}
          {done ? <span className="ml-2 text-xs font-normal text-green">Done</span> : null}
        </h2>
        <p className="mt-0.5 mb-3 text-sm text-muted">{text}</p>
        {children}
      </div>
    </li>
  );
}
