/** Creates the server from an earlier step: the next steps are optional, and its page can change all of it. */
"use client";
import { ErrorState } from "@/components/parts/display/error-state";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Button } from "@/components/ui/button";
import { toServerName } from "../server-name";
import type { NewServer } from "./made-server";
import type { Draft } from "./step-props";
import { useCreateServer } from "./use-create-server";

type CreateNowProps = {
  draft: Draft;
  /** "Create with suggested tools", before the user saw the tools. */
  label: string;
  /** The page of the new server is on its way. */
  opening: boolean;
  onMade: (server: NewServer) => void;
};

export function CreateNow({ draft, label, opening, onMade }: CreateNowProps) {
  const name = toServerName(draft.toolkits.map(useToolkitNames()));
  const { create, ready, hasTools } = useCreateServer(draft);
  if (ready && !hasTools) return null;
  const done = ({ id, name: called }: { id: string; name: string }) =>
    onMade({ id, name: called, audience: { user: "" }, address: null });
  return (
    <>
      <Button
        variant="outline"
        disabled={!ready || create.isPending || opening}
        onClick={() => create.mutate(name, { onSuccess: done })}
      >
        {create.isPending ? "Creating MCP server" : label}
      </Button>
      {create.error ? (
        <ErrorState title="Couldn’t create the MCP server" error={create.error} className="order-last w-full" />
      ) : null}
    </>
  );
}
