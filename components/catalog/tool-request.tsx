/** The request that a tool sends to its provider. It is shown (and its code loaded) on demand. */
"use client";
import { ChevronRight } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const ToolRequestDetails = dynamic(
  () => import("./tool-request-details").then(({ ToolRequestDetails }) => ToolRequestDetails),
  {
    loading: () => (
      <div aria-busy="true" className="border-t p-4">
        <Skeleton className="h-32" />
      </div>
    ),
  },
);

export function ToolRequestSection({ slug }: { slug: string }) {
  const [open, setOpen] = useState(false);
  return (
    <section aria-labelledby="request" className="rounded-lg border">
      <h2 id="request" className="text-base font-medium">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex w-full items-center gap-2 rounded-lg px-4 py-3 text-left -outline-offset-2 hover:bg-hover"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 text-muted transition-transform duration-120 ${open ? "rotate-90" : ""}`}
          />
          Underlying request
        </button>
      </h2>
      {open ? <ToolRequestDetails slug={slug} /> : null}
    </section>
  );
}
