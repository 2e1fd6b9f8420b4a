/** A tool's request to the provider: its URL, a curl command, and how the credentials are sent. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { CodeBlock } from "@/components/parts/display/code-block";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { QueryView } from "@/components/parts/display/query-view";
import { Badge } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import { query } from "@/lib/contract/client";
import { toRequestCurl, type ToolRequest } from "./request-curl";

export function ToolRequestDetails({ slug }: { slug: string }) {
  const request = useQuery({
    ...query(catalogDetailsApi.getToolRequest, { params: { slug }, query: {} }),
    staleTime: 300_000,
  });
  return (
    <div className="border-t p-4">
      <QueryView query={request} what="the request" skeleton={<Skeleton className="h-32" />}>
        {(toolRequest) => <RequestDetails request={toolRequest} />}
      </QueryView>
    </div>
  );
}

function RequestDetails({ request }: { request: ToolRequest }) {
  const curl = toRequestCurl(request);
  if (!curl)
    return <p className="text-sm text-muted">This tool sends several requests and combines their responses.</p>;
  return (
    <div className="space-y-4">
      <p className="flex min-w-0 items-center gap-2">
        <Badge>{request.method}</Badge>
        <code className="min-w-0 font-mono text-xs wrap-anywhere">{request.url}</code>
      </p>
      <CodeBlock label="curl to the provider" language="shell" code={curl} />
      <DefinitionList
        entries={[
          {
            name: "Credentials",
            value: request.authentication.length > 0 ? <Authentication rules={request.authentication} /> : "None",
          },
        ]}
      />
    </div>
  );
}

const Authentication = ({ rules }: { rules: ToolRequest["authentication"] }) => (
  <ul>
    {rules.map((rule) => (
      <li key={`${rule.mode} ${rule.name}`} className="flex min-h-7 flex-wrap items-center gap-x-2">
        <span>{schemeWords(rule.mode).label}</span>
        <span className="text-muted">in the {rule.in}</span>
        <code className="font-mono text-xs wrap-anywhere">
          {rule.name}: {rule.value}
        </code>
      </li>
    ))}
  </ul>
);
