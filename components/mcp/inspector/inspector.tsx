/** Lists and calls the tools of a server in the browser, by the same address and messages as any MCP client. */
"use client";
import { PlugZap, Telescope } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { useMay } from "@/components/access/use-session";
import { EmptyState } from "@/components/parts/lists/empty-state";
import { ErrorState } from "@/components/parts/display/error-state";
import { changeSearch } from "@/components/parts/lists/url-state";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Server } from "../mcp-words";
import { UserField } from "../user-field";
import { CalledTool } from "./called-tool";
import { Messages } from "./messages";
import { ToolList } from "./tool-list";
import { useInspector } from "./use-inspector";

export function Inspector({ server }: { server: Server }) {
  const search = useSearchParams();
  const { opened: inspection, opening, error, messages, open, say } = useInspector(server.id);
  const tool = inspection?.tools.find(({ name }) => name === search.get("tool"));
  if (!useMay("mcp_servers:write"))
    return <Alert tone="info">This requires a URL, and your role can’t create one.</Alert>;
  return (
    <div className="space-y-5">
      <OpenForm
        initial={search.get("user") ?? ""}
        opening={opening}
        again={inspection !== null}
        onOpen={(user) => void open(user)}
      />
      {error ? <ErrorState title="Couldn’t list the tools" error={error} /> : null}
      {opening && !inspection ? <Shape /> : null}
      {!inspection && !opening && !error ? <NotOpen /> : null}
      {inspection ? (
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
          <ToolList tools={inspection.tools} chosen={tool?.name} onChoose={(name) => changeSearch({ tool: name })} />
          {tool ? (
            <CalledTool
              key={`${inspection.user} ${tool.name}`}
              tool={tool}
              call={(args, signal) =>
                say(inspection.address, "tools/call", { name: tool.name, arguments: args }, signal)
              }
            />
          ) : (
            <div className="rounded-lg border">
              <EmptyState Icon={Telescope} title="No tool selected">
                Select one, fill in its arguments and call it as {inspection.user}.
              </EmptyState>
            </div>
          )}
        </div>
      ) : null}
      <Messages messages={messages} />
    </div>
  );
}

type OpenFormProps = { initial: string; opening: boolean; again: boolean; onOpen: (user: string) => void };

function OpenForm({ initial, opening, again, onOpen }: OpenFormProps) {
  const [user, setUser] = useState(initial);
  const { mayGo, error } = useTried({ user: required(user, "Enter a user ID.") });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (!mayGo(event) || opening) return;
    changeSearch({ user: user.trim() });
    onOpen(user.trim());
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
      <div className="w-full sm:w-72">
        <UserField value={user} onChange={setUser} error={error("user")} takesOnlyUser />
      </div>
      <Button type="submit" variant={again ? "outline" : "primary"} disabled={opening} className="sm:mt-6.5">
        <PlugZap aria-hidden /> {opening ? "Listing tools" : again ? "List tools again" : "List tools"}
      </Button>
    </form>
  );
}

const NotOpen = () => (
  <div className="rounded-lg border">
    <EmptyState Icon={Telescope} title="Preview what a client gets">
      Enter a user to list the tools their client gets. Calls are real and use the user’s accounts.
    </EmptyState>
  </div>
);

const Shape = () => (
  <div aria-busy="true" className="grid grid-cols-1 gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
    <Skeleton className="h-64" />
    <Skeleton className="h-64" />
  </div>
);
