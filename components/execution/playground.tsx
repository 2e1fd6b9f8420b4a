/**
 * Try any tool: choose the tool and the user, fill in the arguments, run it. The URL holds the tool, the user, the
 * account and the version.
 */
"use client";
import { useQuery } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import { useSearchParams } from "next/navigation";
import { useEffect } from "react";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { toHumanFix } from "@/components/parts/display/human-fix";
import { isNotFound } from "@/components/parts/display/is-not-found";
import { QueryView } from "@/components/parts/display/query-view";
import { changeSearch } from "@/components/parts/lists/url-state";
import { catalogApi } from "@/generated/addresses/catalog";
import { query } from "@/lib/contract/client";
import { PlaygroundShape } from "./playground-shape";
import { ToolPicker } from "./tool-picker";

/** With the editor, the forms and the snippets: not needed before a tool is chosen. */
const load = () => import("./chosen-tool").then(({ ChosenTool }) => ChosenTool);
const ChosenTool = dynamic(load, { ssr: false, loading: () => <PlaygroundShape /> });

/** Reads what this browser remembers. */
const PlaygroundStart = dynamic(() => import("./playground-start").then((module) => module.PlaygroundStart), {
  ssr: false,
  loading: () => <div className="h-64" aria-busy="true" />,
});

export function Playground() {
  const search = useSearchParams();
  const read = (name: string): string => search.get(name) ?? "";
  const slug = read("tool").toUpperCase();
  const version = read("version");
  const tool = useQuery({
    ...query(catalogApi.getTool, { params: { tool_slug: slug }, query: { version: version || "latest" } }),
    enabled: slug !== "",
  });
  // loaded in parallel with the tool, not after it
  useEffect(() => {
    if (slug !== "") void load();
  }, [slug]);
  // an account in the URL belongs to the toolkit in the URL
  const choose = (next: string) =>
    changeSearch({ tool: next, ...(read("toolkit") ? {} : { account: "" }), version: "", log: "" }, "push");
  const unknown = isNotFound(tool.error) ? tool.error : null;
  if (slug === "" || unknown) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <ToolPicker
          toolkit={read("toolkit")}
          onToolkit={(toolkit) => changeSearch({ toolkit, account: "" })}
          onChoose={choose}
        />
        <div className={unknown ? "rounded-lg border max-lg:order-first" : "rounded-lg border"}>
          {unknown ? (
            <EmptyState Icon={FlaskConical} title={unknown.message}>
              {toHumanFix(unknown.detail.suggestedFix)}
            </EmptyState>
          ) : (
            <PlaygroundStart onToolkit={(toolkit) => changeSearch({ toolkit, account: "" })} onChoose={choose} />
          )}
        </div>
      </div>
    );
  }
  return (
    <QueryView query={tool} what={`the tool ${slug}`} skeleton={<PlaygroundShape />}>
      {(toolDetails) => (
        <ChosenTool
          tool={toolDetails}
          asked={search.get("user")}
          account={read("account")}
          version={version}
          log={read("log")}
          view={read("view") === "json" ? "json" : "form"}
        />
      )}
    </QueryView>
  );
}
