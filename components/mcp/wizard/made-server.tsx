/** The created server: the URL of its first user, and a link to its page. */
"use client";
import { CircleCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { serverHref } from "../mcp-words";
import { ShownAddress } from "../shown-address";

/** `address` is null if no URL was asked for, or if it could not be created. */
export type NewServer = { id: string; name: string; audience: { user: string }; address: string | null };

export function MadeServer({ made: { id, name, audience }, address }: { made: NewServer; address: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  // The pressed button is gone; a screen reader continues here.
  useEffect(() => title.current?.focus(), []);
  const href = `${serverHref(id)}?user=${encodeURIComponent(audience.user)}`;
  return (
    <section aria-labelledby="made" className="max-w-3xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          id="made"
          ref={title}
          tabIndex={-1}
          className="flex items-center gap-2 text-base font-semibold outline-none"
        >
          <CircleCheck aria-hidden className="size-5 shrink-0 text-green" /> {name} is ready
        </h2>
        <Button asChild variant="outline">
          <Link href={href}>Open MCP server</Link>
        </Button>
      </div>
      <ShownAddress name={name} audience={audience} address={address} />
    </section>
  );
}
