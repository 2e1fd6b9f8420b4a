/** One tool of a draft in a panel, to be run before it is published. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call } from "@/lib/contract/client";
import type { ReportedTool } from "./draft";
import { TryTool, type TryInput } from "./try-tool";
import type { PreviewBody } from "./use-preview";

type TryDraftProps = { slug: string; tool: ReportedTool; body: PreviewBody; onClose: () => void };

/** Reports of many tools come without schemas. */
export function TryDraft({ slug, tool, body, onClose }: TryDraftProps) {
  const { document, settings } = body;
  const report = useQuery({
    queryKey: [ownToolkitsApi.previewOwnToolkit.id, slug, "try", tool.slug],
    queryFn: ({ signal }) =>
      call(ownToolkitsApi.previewOwnToolkit, { body: { ...body, schemas_of: [tool.slug] } }, signal),
    enabled: tool.input_schema === undefined,
    gcTime: 0,
    retry: false,
  });
  const run = (input: TryInput) =>
    call(addedToolsApi.tryOwnToolkit, {
      params: { slug },
      body: { ...input, tool_slug: tool.slug, settings, ...(document !== undefined && { document }) },
    });
  return (
    <Sheet side="right" title={`Try ${tool.name}`} onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto p-5">
        {tool.input_schema === undefined ? (
          <QueryView query={report} what={`the tool ${tool.slug}`} skeleton={<Skeleton className="h-72" />}>
            {({ tools }) => (
              <TryTool toolkit={slug} tool={tools.find((other) => other.slug === tool.slug) ?? tool} run={run} />
            )}
          </QueryView>
        ) : (
          <TryTool toolkit={slug} tool={tool} run={run} />
        )}
      </div>
    </Sheet>
  );
}
