/** Try any tool: choose it, say for whom, fill in the arguments, run it. The address holds tool, user, account and version. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { CopyableId } from "@/components/parts/copyable-id";
import { EmptyState } from "@/components/parts/empty-state";
import { QueryView } from "@/components/parts/query-view";
import { ToolkitLogo } from "@/components/parts/toolkit-logo";
import { changeSearch } from "@/components/parts/url-state";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { catalogApi } from "@/lib/catalog/contract";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/lib/logs/contract";
import { CallSettings, type Settings } from "./call-settings";
import { findArguments } from "./stored-arguments";
import { ToolPicker, type Tool } from "./tool-picker";
import { useStartUser } from "./use-start-user";

const Workspace = dynamic(() => import("./workspace").then(({ Workspace }) => Workspace), { ssr: false, loading: () => <Loading /> });

/** Says that something is on its way, as QueryView does around its skeletons. */
const Loading = () => <div aria-busy="true"><span role="status" className="sr-only">Loading the playground</span><Shape /></div>;

const Shape = () => <div aria-hidden className="grid gap-6 lg:grid-cols-2"><div className="space-y-4"><Skeleton className="h-10" /><Skeleton className="h-16" /><Skeleton className="h-16" /></div><Skeleton className="h-48" /></div>;

export function Playground() {
  const search = useSearchParams();
  const read = (name: string): string => search.get(name) ?? "";
  const slug = read("tool").toUpperCase();
  const version = read("version");
  const tool = useQuery({ ...query(catalogApi.getTool, { params: { tool_slug: slug }, query: version ? { version } : {} }), enabled: slug !== "" });
  const choose = (next: string) => changeSearch({ tool: next, account: "", version: "", log: "" }, "push");
  if (slug === "") {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <ToolPicker toolkit={read("toolkit")} onToolkit={(toolkit) => changeSearch({ toolkit })} onChoose={choose} />
        <div className="rounded-lg border max-lg:hidden"><EmptyState Icon={FlaskConical} title="Choose a tool">Search on the left, or open a tool of a toolkit and try it from there.</EmptyState></div>
      </div>
    );
  }
  return (
    <QueryView query={tool} what={`the tool ${slug}`} skeleton={<Shape />}>
      {(found) => <ForSomebody tool={found} asked={search.get("user")} account={read("account")} version={version} log={read("log")} view={read("view") === "json" ? "json" : "form"} />}
    </QueryView>
  );
}

type ForSomebodyProps = { tool: Tool; asked: string | null; account: string; version: string; log: string; view: "form" | "json" };

/** The tool with the user of the address, or one for whom it will work. */
function ForSomebody({ tool, asked, account, version, log, view }: ForSomebodyProps) {
  const user = useStartUser(tool, asked);
  if (user === undefined) return <Loading />;
  const settings: Settings = { user, account, version };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 sm:max-xl:grid-cols-2">
        <ChosenTool tool={tool} onChange={() => changeSearch({ tool: "", account: "", version: "", log: "" }, "push")} />
        <CallSettings tool={tool} settings={settings} onChange={(changes) => changeSearch(changes)} />
      </div>
      <Loaded tool={tool} settings={settings} log={log} view={view} />
    </div>
  );
}

/** Arguments come from the log that is run again, else from the last run in this tab. */
function Loaded({ tool, settings, log: logId, view }: { tool: Tool; settings: Settings; log: string; view: "form" | "json" }) {
  const log = useQuery({ ...query(logsApi.getToolLog, { params: { id: logId } }), enabled: logId !== "" });
  if (logId !== "" && log.isPending) return <Loading />;
  const request = log.data?.data.request as { arguments?: Record<string, unknown> } | undefined;
  const initial = request?.arguments ?? findArguments(tool.slug);
  return <Workspace key={`${tool.slug} ${tool.version} ${logId}`} tool={tool} settings={settings} initial={initial} view={view} onView={(next) => changeSearch({ view: next === "json" ? "json" : "" })} />;
}

function ChosenTool({ tool, onChange }: { tool: Tool; onChange: () => void }) {
  return (
    <section aria-label="Tool" className="min-w-0 space-y-2 rounded-lg border p-3">
      <div className="flex items-center gap-2 text-xs text-muted"><ToolkitLogo slug={tool.toolkit.slug} /> <span className="truncate">{tool.toolkit.name}</span>
        <Button variant="outline" className="ml-auto h-7" onClick={onChange}>Change</Button>
      </div>
      <h2 className="text-base font-medium break-words"><Link href={`/tools/${encodeURIComponent(tool.slug)}`} className="rounded-sm hover:underline">{tool.name}</Link></h2>
      <CopyableId id={tool.slug} what="tool slug" />
      <p className="line-clamp-4 text-xs break-words text-muted">{toPlainWords(tool.description)}</p>
    </section>
  );
}
