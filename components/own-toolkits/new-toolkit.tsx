/** Makes a toolkit from an address or a document: one field, a preview, and one button. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { PageHeader } from "@/components/parts/shell/page-header";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { useGo } from "@/components/ui/use-go";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call } from "@/lib/contract/client";
import { toNewToolkit, type Report } from "./draft";
import { refreshToolkits } from "./refresh-toolkits";
import { toSource, Workshop, type Draft } from "./workshop";

const OfferServer = dynamic(() => import("./offer-server").then(({ OfferServer }) => OfferServer), { ssr: false });

const PURPOSE =
  "Turn your company’s API into tools for agents, in this project only. " +
  "Paste its description, review the result and publish.";
const EMPTY: Draft = { source: { text: "" }, settings: {} };

/** Stores the draft, and publishes it if `publish` is true. After a failed publication the draft exists. */
async function create({ source, settings }: Draft, publish: boolean): Promise<{ slug: string; failure: unknown }> {
  const { slug } = await call(ownToolkitsApi.createOwnToolkit, { body: toNewToolkit(toSource(source), settings) });
  try {
    if (publish) await call(ownToolkitsApi.publishOwnToolkit, { params: { slug } });
    return { slug, failure: null };
  } catch (failure) {
    return { slug, failure };
  }
}

export function NewToolkit() {
  const [draft, setDraft] = useState(EMPTY);
  const mayChange = useMay("toolkits:write");
  const { go, going } = useGo();
  const client = useQueryClient();
  const toast = useToast();
  const make = useMutation({
    mutationFn: ({ publish }: { publish: boolean }) => create(draft, publish),
    onSuccess: async ({ slug, failure }) => {
      if (failure instanceof Error) toast(`Draft saved, but not published: ${failure.message}`, { tone: "error" });
      go(`/toolkits/${encodeURIComponent(slug)}/edit`);
      await refreshToolkits(client);
    },
  });
  const pending = make.isPending || going;
  const [isAdded, setAdded] = useState(false);
  useLeaveGuard(draft !== EMPTY && !isAdded && !make.isPending && !make.isSuccess);
  const isReady = (report: Report | undefined) => report !== undefined && !report.problems.some(({ fatal }) => fatal);
  return (
    <>
      <PageHeader title="Add your own toolkit" description={PURPOSE} />
      <Workshop
        draft={draft}
        onChange={setDraft}
        ofUnknown={(url, result) => (
          <OfferServer key={url} url={url} onDone={() => setAdded(true)}>
            {result}
          </OfferServer>
        )}
      >
        {(report, isBehind) => (
          <div className="space-y-3">
            <div className="flex flex-wrap gap-2">
              <Button
                type="button"
                disabled={!mayChange || pending || isBehind || !isReady(report)}
                title={mayChange ? undefined : "Your role can’t change this"}
                onClick={() => make.mutate({ publish: true })}
              >
                {pending ? "Publishing" : "Publish the toolkit"}
              </Button>
              <Button
                type="button"
                variant="outline"
                disabled={!mayChange || pending || isBehind || !isReady(report)}
                onClick={() => make.mutate({ publish: false })}
              >
                Save as draft
              </Button>
            </div>
            {make.error ? <ErrorState title="Couldn’t create the toolkit" error={make.error} /> : null}
          </div>
        )}
      </Workshop>
    </>
  );
}
