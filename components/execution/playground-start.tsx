/** Where to begin in the playground: connected apps, and the tools that ran last in this browser. */
"use client";
import { CircleCheck, CircleX, FlaskConical } from "lucide-react";
import { useState } from "react";
import { useConnectedToolkits } from "@/components/catalog/use-connected-toolkits";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { ToolkitLogo } from "@/components/parts/display/toolkit-logo";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { chosenProject } from "@/lib/contract/client";
import { findRecentTools } from "./own-runs";

const MOST_APPS = 12;

type PlaygroundStartProps = { onToolkit: (slug: string) => void; onChoose: (tool: string) => void };

export function PlaygroundStart({ onToolkit, onChoose }: PlaygroundStartProps) {
  const toolkits = useConnectedToolkits();
  const nameOf = useToolkitNames();
  // Nothing is shown before all of it is known: it would move.
  if (!toolkits) return <div className="h-64" aria-busy="true" />;
  const connected = [...toolkits].slice(0, MOST_APPS);
  return (
    <div className="space-y-4 p-4">
      <EmptyState Icon={FlaskConical} title="Choose a tool">
        Search the list, or open a tool from a toolkit and try it there.
      </EmptyState>
      {connected.length > 0 ? (
        <section aria-labelledby="connected-apps" className="space-y-2">
          <h2 id="connected-apps" className="text-sm font-medium">
            Connected apps
          </h2>
          <div className="flex flex-wrap gap-2">
            {connected.map((slug) => (
              <Button key={slug} variant="outline" onClick={() => onToolkit(slug)}>
                <ToolkitLogo slug={slug} /> {nameOf(slug)}
              </Button>
            ))}
          </div>
        </section>
      ) : null}
      <RecentTools onChoose={onChoose} />
    </div>
  );
}

function RecentTools({ onChoose }: Pick<PlaygroundStartProps, "onChoose">) {
  const [tools] = useState(() => findRecentTools(chosenProject()));
  if (tools.length === 0) return null;
  return (
    <section aria-labelledby="recent-tools" className="space-y-2">
      <h2 id="recent-tools" className="text-sm font-medium">
        Recent runs
      </h2>
      <ul>
        {tools.map(({ tool, run: { at: time, successful } }) => {
          const Icon = successful ? CircleCheck : CircleX;
          return (
            <li key={tool}>
              <button
                type="button"
                onClick={() => onChoose(tool)}
                className="flex w-full items-center gap-2 rounded-md px-2 py-1.5 text-left text-sm hover:bg-hover"
              >
                <Icon
                  role="img"
                  aria-label={successful ? "Succeeded" : "Failed"}
                  className={`size-4 shrink-0 ${successful ? "text-green" : "text-danger"}`}
                />
                <span className="min-w-0 flex-1 truncate font-mono text-xs">{tool}</span>
                <span className="shrink-0 text-xs text-muted">
                  <RelativeTime at={new Date(time).toISOString()} />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
