/** Lists the tools by an address, as its client will, and shows how long that took. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, PlugZap } from "lucide-react";
import { toDuration } from "@/components/logs/log-fields";
import { Button } from "@/components/ui/button";
import { countOf } from "@/lib/contract/count-of";
import { exchange, refusalOf, toolsOf } from "./rpc";

/** Mounted again for each address. */
export function TestAddress({ address }: { address: string }) {
  const test = useMutation({ mutationFn: () => exchange(address, "tools/list", {}) });
  const refusal = test.data ? refusalOf(test.data) : (test.error?.message ?? null);
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="outline" disabled={test.isPending} onClick={() => test.mutate()}>
        <PlugZap aria-hidden /> {test.isPending ? "Testing" : "Test it"}
      </Button>
      <p role="status" className="flex min-w-0 items-start gap-1.5 text-sm">
        {refusal ? (
          <>
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
            <span className="min-w-0 break-words">{refusal}</span>
          </>
        ) : test.data ? (
          <>
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-green" />
            Connected: {countOf(toolsOf(test.data).tools.length, "tool")}
            {toolsOf(test.data).next ? " and more" : ""} in {toDuration(test.data.ms)}
          </>
        ) : null}
      </p>
    </div>
  );
}
