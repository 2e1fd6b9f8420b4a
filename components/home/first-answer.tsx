/** The first answer of a tool: a few facts, and all of it on request. */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { pickFacts } from "@/components/parts/display/pick-facts";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

const JsonView = dynamic(() => import("@/components/parts/display/json-view").then(({ JsonView }) => JsonView), {
  ssr: false,
});

export function FirstAnswer({ title, data, logId }: { title: string; data: unknown; logId: string }) {
  const [isOpen, setOpen] = useState(false);
  const { facts } = pickFacts(data);
  return (
    <section aria-label={title} className="space-y-3 rounded-lg border bg-surface p-4">
      <h4 className="text-sm font-medium">{title}</h4>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="font-mono text-xs leading-5 text-muted">{name}</dt>
            <dd className="min-w-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show less" : "See all"}
        </Button>
        <Link
          href={`/logs/tools?open=${encodeURIComponent(logId)}`}
          className="rounded-sm text-sm underline underline-offset-4 hover:text-muted"
        >
          View log
        </Link>
      </div>
      {isOpen ? <JsonView label="Response" value={data} /> : null}
    </section>
  );
}
