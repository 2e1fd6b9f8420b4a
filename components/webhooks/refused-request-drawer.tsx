/** A request that was no event, with its headers and the beginning of its body. */
"use client";
import { CodeBlock } from "@/components/parts/display/code-block";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { JsonView } from "@/components/parts/display/json-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { toSize } from "@/components/parts/display/size";
import { BesideFacts } from "@/components/parts/lists/beside-facts";
import { RowDrawer, type InList } from "@/components/parts/lists/row-drawer";
import type { ResultOf } from "@/lib/contract/client";
import type { triggerPagesApi } from "@/generated/addresses/triggers/pages";

export type RefusedRequest = ResultOf<typeof triggerPagesApi.listRefusedRequests>["items"][number];

type RefusedRequestDrawerProps = Omit<InList, "id"> & { request: RefusedRequest };

export const RefusedRequestDrawer = ({ request, ...list }: RefusedRequestDrawerProps) => (
  <RowDrawer title="Rejected request" what="request" id={request.id} {...list} actions={null}>
    <BesideFacts
      facts={
        <DefinitionList
          narrow
          entries={[
            { name: "When", value: <RelativeTime at={request.at} /> },
            { name: "Method", value: <code className="font-mono text-xs">{request.method}</code> },
            { name: "Toolkit", value: request.toolkit_slug },
            { name: "Endpoint", value: <CopyableId id={request.endpoint_id} what="endpoint ID" /> },
            { name: "Size", value: toSize(request.bytes) },
          ]}
        />
      }
    >
      <p className="text-sm">{request.reason}</p>
      {request.body ? (
        <CodeBlock
          label={request.bytes > request.body.length ? "Start of the body" : "Body"}
          code={request.body}
          className="[&_pre]:wrap-anywhere [&_pre]:whitespace-pre-wrap"
        />
      ) : null}
      <JsonView label="Headers" value={request.headers} />
    </BesideFacts>
  </RowDrawer>
);
