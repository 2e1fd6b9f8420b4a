/** Makes a toolkit from an address or a document: one field, a preview, and one button. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Button } from "@/components/ui/button";
import { catalogApi } from "@/generated/addresses/catalog";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call } from "@/lib/contract/client";
import type { Report } from "./draft";
import { toSource, Workshop, type Draft } from "./workshop";

const PURPOSE =
  "Your company’s API as tools for agents, in this project only. " +
  "Paste its description, look at what becomes of it, and publish.";
const EMPTY: Draft = { source: { text: "" }, settings: {} };

/** Stores the draft and, if it is to be used at once, publishes it. Returns its slug. */
async function create({ source, settings }: Draft, publish: boolean): Promise<string> {
  const body = { ...toSource(source), ...(Object.keys(settings).length > 0 && { settings }) };
  const { slug } = await call(ownToolkitsApi.createOwnToolkit, { body });
  if (publish) await call(ownToolkitsApi.publishOwnToolkit, { params: { slug } });
  return slug;
}

export function NewToolkit() {
  const [draft, setDraft] = useState(EMPTY);
  const mayChange = useMay("toolkits:write");
  const router = useRouter();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: ({ publish }: { publish: boolean }) => create(draft, publish),
    onSuccess: async (slug) => {
      router.push(`/toolkits/${encodeURIComponent(slug)}/edit`);
      for (const { id } of [ownToolkitsApi.listOwnToolkits, catalogApi.listToolkits])
        await client.invalidateQueries({ queryKey: [id] });
    },
  });
  useLeaveGuard(draft.source.text !== "" && make.isIdle);
  const isReady = (report: Report | undefined) => report !== undefined && !report.problems.some(({ fatal }) => fatal);
  return (
    <>
      <PageHeader title="Add your own toolkit" description={PURPOSE} />
      <Workshop draft={draft} onChange={setDraft}>
        {(report, isBehind) => (
          <div className="space-y-3">
            <div className="flex flex-wrap gap-2">
              <Button
                type="button"
                disabled={!mayChange || make.isPending || isBehind || !isReady(report)}
                title={mayChange ? undefined : "Your role in this project cannot change this"}
                onClick={() => make.mutate({ publish: true })}
              >
                {make.isPending ? "Publishing" : "Publish the toolkit"}
              </Button>
              <Button
                type="button"
                variant="outline"
                disabled={!mayChange || make.isPending || isBehind || !isReady(report)}
                onClick={() => make.mutate({ publish: false })}
              >
                Keep as a draft
              </Button>
            </div>
            {make.error ? <ErrorState title="The toolkit was not made" error={make.error} /> : null}
          </div>
        )}
      </Workshop>
    </>
  );
}
