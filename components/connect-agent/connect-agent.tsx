/**
 * From a new project to an agent that acts: the code for each framework with this server's URL, a key created in place,
 * and a line that waits for the first call.
 */
"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { Tabs } from "@/components/ui/tabs";
import { toTask } from "./agent-task";
import { TABS, type AgentTab, type Language } from "./frameworks";
import { useAgentUser, type AgentUser } from "./use-agent-user";
import { WaitForCall } from "./wait-for-call";

/** As tall as the usual program, so that nothing below moves when it comes. */
const Shape = () => (
  <div aria-busy="true">
    <Skeleton className="h-[34rem]" />
  </div>
);

// The code of all frameworks comes with the first tab, and that of MCP clients with theirs.
const ProgramTab = dynamic(() => import("./program-tab").then((module) => module.ProgramTab), {
  ssr: false,
  loading: Shape,
});
const McpPart = dynamic(() => import("./mcp-part").then((module) => module.McpPart), { ssr: false, loading: Shape });

type ConnectAgentProps = {
  /** A key that the page shows already. */
  apiKey?: string;
  /** The session that the program continues. */
  session?: AgentUser & { id: string };
};

export function ConnectAgent({ apiKey, session }: ConnectAgentProps) {
  const [tab, setTab] = useState<AgentTab>("openai-agents");
  const [language, setLanguage] = useState<Language>("typescript");
  const [newKey, setKey] = useState<string | null>(null);
  const person = useAgentUser(session);
  return (
    <div className="min-w-0 space-y-4">
      <Tabs label="Ways to connect an agent" tabs={TABS} value={tab} onChange={setTab}>
        {tab === "mcp" ? (
          <McpPart {...(session && { session: session.id })} />
        ) : person ? (
          <ProgramTab
            framework={tab}
            language={language}
            onLanguage={setLanguage}
            target={{
              user: person.user,
              task: toTask(person.toolkits),
              ...(session && { session: session.id }),
            }}
            apiKey={newKey ?? apiKey ?? null}
            isNew={newKey !== null}
            onKey={setKey}
          />
        ) : (
          <Shape />
        )}
      </Tabs>
      <WaitForCall {...(session && { filters: [{ field: "session_id", operator: "==", value: session.id }] })} />
    </div>
  );
}
