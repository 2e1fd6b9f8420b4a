/** The permissions of a session: as text, as JSON, to edit, and its earlier versions. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Pencil } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { DefinitionList } from "@/components/parts/display/definition-list";
import { JsonView } from "@/components/parts/display/json-view";
import { QueryView } from "@/components/parts/display/query-view";
import { Segmented } from "@/components/parts/forms/segmented";
import { toToolName } from "@/components/parts/display/to-tool-name";
import { useToolkitNames, useToolkitOf } from "@/components/parts/display/toolkit-name";
import { changeSearch } from "@/components/parts/lists/url-state";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { savedHref, toSettings, type SessionDetail } from "./session-words";

const EditSession = dynamic(() => import("./edit-session").then((module) => module.EditSession), {
  ssr: false,
  loading: () => <Skeleton className="h-64" />,
});
const ConfigHistory = dynamic(() => import("./config-history").then((module) => module.ConfigHistory), {
  ssr: false,
  loading: () => <Skeleton className="h-24" />,
});

const VIEWS = [
  { key: "words", label: "Summary" },
  { key: "json", label: "JSON" },
] as const;

export function SessionConfiguration({ id }: { id: string }) {
  const session = useQuery(query(sessionApi.getAgentSession, { params: { session_id: id } }));
  const editing = useSearchParams().get("edit") === "1";
  return (
    <QueryView query={session} what="the configuration" skeleton={<Skeleton className="h-64" />}>
      {(session) =>
        editing ? (
          <EditSession session={session} onClose={() => changeSearch({ edit: "" })} />
        ) : (
          <div className="space-y-8">
            <Present session={session} />
            <ConfigHistory id={id} />
          </div>
        )
      }
    </QueryView>
  );
}

function Present({ session }: { session: SessionDetail }) {
  const [view, setView] = useState<"words" | "json">("words");
  const nameOf = useToolkitNames();
  const toolkitOf = useToolkitOf();
  const toolOf = (slug: string) => toToolName(slug, toolkitOf(slug)) ?? slug;
  const { config, config_version: version } = session;
  const source = session.experimental?.source_session_config?.id;
  return (
    <section aria-label={`Version ${version}`} className="max-w-3xl">
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <h2 className="mr-auto text-base font-semibold">
          Version {version} <span className="text-sm font-normal text-muted">(current)</span>
        </h2>
        <Segmented label="How to show it" options={VIEWS} value={view} onChange={setView} />
        <Button variant="outline" onClick={() => changeSearch({ edit: "1" }, "push")}>
          <Pencil aria-hidden /> Edit
        </Button>
      </div>
      {source ? (
        <p className="mb-3 text-sm text-muted">
          Its toolkits and tools come from the{" "}
          <Link href={savedHref(source)} className="rounded-sm underline underline-offset-4 hover:text-ink">
            saved rules {source}
          </Link>{" "}
          as of when the session was created.
        </p>
      ) : null}
      {view === "words" ? (
        <DefinitionList entries={toSettings(config, { nameOf, toolOf, toolkitOf })} className="rounded-lg border p-4" />
      ) : (
        <JsonView label={`Version ${version}`} value={config} />
      )}
    </section>
  );
}
