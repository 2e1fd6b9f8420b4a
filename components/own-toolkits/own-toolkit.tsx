/** A toolkit of the project: its draft, its versions, and its end. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { QueryView } from "@/components/parts/display/query-view";
import { useCrumbName } from "@/components/parts/shell/crumb-name";
import { PageHeader } from "@/components/parts/shell/page-header";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { catalogApi } from "@/generated/addresses/catalog";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call, query } from "@/lib/contract/client";
import { DeleteButton } from "./delete-button";
import { KIND_WORDS, type OwnToolkit } from "./draft";
import { DraftEditor } from "./draft-editor";
import { findEasyTool } from "./easy-tool";
import { refreshToolkitLists } from "./refresh-toolkits";

const McpTools = dynamic(() => import("./mcp-tools").then(({ McpTools }) => McpTools));
const ToolkitVersions = dynamic(() => import("./toolkit-versions").then(({ ToolkitVersions }) => ToolkitVersions));

export function OwnToolkitPage({ slug }: { slug: string }) {
  const toolkit = useQuery(query(ownToolkitsApi.getOwnToolkit, { params: { slug } }));
  return (
    <QueryView query={toolkit} what={`the toolkit ${slug}`} skeleton={<Skeleton className="h-96" />}>
      {(details) => <Page toolkit={details} />}
    </QueryView>
  );
}

const DRAFT_TAB = { key: "draft" as const, label: "Draft" };
type TabKey = "draft" | "versions";

const toTabs = ({ kind, summary }: OwnToolkit) => [
  kind === "mcp" ? { key: "draft" as const, label: "Tools", count: summary.tools ?? 0 } : DRAFT_TAB,
  { key: "versions" as const, label: "Versions" },
];

function Page({ toolkit }: { toolkit: OwnToolkit }) {
  const { slug, name, kind, state, version } = toolkit;
  const [tab, setTab] = useState<TabKey>("draft");
  const client = useQueryClient();
  useCrumbName(name);
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <CopyableId id={slug} what="toolkit slug" />
            <Badge tone="blue">{KIND_WORDS[kind]}</Badge>
            {version ? <Badge tone="green">Version {version}</Badge> : <Badge>Not published</Badge>}
            {version && state === "draft" ? <Badge tone="amber">Draft has changes</Badge> : null}
          </span>
        }
      >
        {version ? <NextSteps slug={slug} hasTools={(toolkit.summary.tools ?? 0) > 0} /> : null}
        <DeleteButton
          name={name}
          consequence="Its tools, versions, auth configs and connected accounts will be deleted, and the accounts revoked."
          action="Delete the toolkit"
          typed={slug}
          remove={() => call(ownToolkitsApi.deleteOwnToolkit, { params: { slug }, query: {} })}
          next="/toolkits"
          refresh={() => refreshToolkitLists(client)}
        />
      </PageHeader>
      <Tabs label="Parts of the toolkit" tabs={toTabs(toolkit)} value={tab} onChange={setTab}>
        {tab === "versions" ? (
          <ToolkitVersions toolkit={toolkit} />
        ) : kind === "mcp" ? (
          <McpTools toolkit={toolkit} />
        ) : (
          <DraftEditor key={toolkit.revision} toolkit={toolkit} />
        )}
      </Tabs>
    </>
  );
}

/** Where a published toolkit is used. The link to a tool is there before the easiest tool is known: nothing moves. */
function NextSteps({ slug, hasTools }: { slug: string; hasTools: boolean }) {
  const tools = useQuery(
    query(catalogApi.listTools, { query: { toolkit_slug: slug, toolkit_versions: "latest", limit: 20 } }),
  );
  const first = findEasyTool(tools.data?.items ?? []);
  const target = first ? `tool=${encodeURIComponent(first.slug)}` : `toolkit=${encodeURIComponent(slug)}`;
  return (
    <>
      {hasTools ? (
        <Button asChild>
          <Link href={`/playground?${target}`}>Try a tool</Link>
        </Button>
      ) : null}
      <Button asChild variant="outline">
        <Link href={`/toolkits/${encodeURIComponent(slug)}`}>Show the toolkit</Link>
      </Button>
    </>
  );
}
