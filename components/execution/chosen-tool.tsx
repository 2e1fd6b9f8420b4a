/** A chosen tool in the playground: its user, its arguments, and the workspace. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CopyableId } from "@/components/parts/display/copyable-id";
import { FoldedText } from "@/components/parts/display/folded-text";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { changeSearch } from "@/components/parts/lists/url-state";
import { toPlainWords } from "@/components/schema-form/plain-words";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { query } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import { CallSettings, type Settings } from "./call-settings";
import { PlaygroundShape } from "./playground-shape";
import { readShared } from "./shared-arguments";
import { findArguments, storeArguments } from "./stored-arguments";
import type { Tool } from "./tool-picker";
import { useStartUser } from "./use-start-user";
import { Workspace } from "./workspace";

/** Characters shown before "Show more". */
const DESCRIPTION = 180;

type ChosenToolProps = {
  tool: Tool;
  asked: string | null;
  account: string;
  version: string;
  log: string;
  view: "form" | "json";
};

/** The tool with the user from the URL, or with the user of the only account. */
export function ChosenTool({ tool, asked: requestedUser, account, version, log, view }: ChosenToolProps) {
  const start = useStartUser(tool, requestedUser);
  const settings: Settings | undefined = start && { user: start.user, account, version };
  const [missed, setMissed] = useState(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 xl:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="grid min-w-0 grid-cols-1 items-start gap-5 sm:max-xl:grid-cols-2">
        <ToolCard tool={tool} onChange={() => changeSearch({ tool: "", account: "", version: "", log: "" }, "push")} />
        {settings ? (
          <CallSettings
            tool={tool}
            settings={settings}
            offered={start?.offered ?? []}
            missed={missed}
            onChange={(changes) => changeSearch(changes)}
          />
        ) : null}
      </div>
      {settings ? (
        <Loaded
          key={tool.slug}
          tool={tool}
          settings={settings}
          log={log}
          view={view}
          onNoUser={() => setMissed((times) => times + 1)}
        />
      ) : (
        <PlaygroundShape />
      )}
    </div>
  );
}

type LoadedProps = { tool: Tool; settings: Settings; log: string; view: "form" | "json"; onNoUser: () => void };

/** Arguments come from the log that is run again, else from the last run in this tab. */
function Loaded({ tool, settings, log: logId, view, onNoUser }: LoadedProps) {
  const [shared] = useState(() => readShared(window.location.hash, tool.slug));
  // From here on the tab keeps them: a reload must not overwrite the user's changes with the link's arguments.
  useEffect(() => {
    if (!shared) return;
    storeArguments(tool.slug, shared);
    window.history.replaceState(null, "", window.location.pathname + window.location.search);
  }, [shared, tool.slug]);
  const log = useQuery({ ...query(logsApi.getToolLog, { params: { id: logId } }), enabled: logId !== "" });
  if (logId !== "" && log.isPending) return <PlaygroundShape />;
  const request = log.data?.data.request as { arguments?: Record<string, unknown> } | undefined;
  const initial = request?.arguments ?? shared ?? findArguments(tool.slug);
  return (
    <Workspace
      key={`${tool.slug} ${tool.version} ${logId}`}
      tool={tool}
      settings={settings}
      initial={initial}
      view={view}
      onNoUser={onNoUser}
      onView={(next) => changeSearch({ view: next === "json" ? "json" : "" })}
    />
  );
}

function ToolCard({ tool, onChange }: { tool: Tool; onChange: () => void }) {
  return (
    <section aria-label="Tool" className="min-w-0 space-y-2 rounded-lg border p-3">
      <div className="flex items-center gap-2 text-xs text-muted">
        <ToolkitLogo slug={tool.toolkit.slug} /> <span className="truncate">{tool.toolkit.name}</span>
        <Button variant="outline" className="ml-auto h-7" onClick={onChange}>
          Change
        </Button>
      </div>
      <h2 className="text-base font-medium break-words">
        <Link href={`/tools/${encodeURIComponent(tool.slug)}`} className="rounded-sm hover:underline">
          {tool.name}
        </Link>
      </h2>
      <CopyableId id={tool.slug} what="tool slug" />
      <p className="text-xs break-words text-muted">
        <FoldedText text={toPlainWords(tool.description)} most={DESCRIPTION} about={tool.name} />
      </p>
    </section>
  );
}
