/** Another name and description of a tool, for the clients of one server. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { ClientError, mutation } from "@/lib/contract/client";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { mcpToolsApi } from "@/generated/addresses/mcp/tools";
import { MCP_TOOL_NAME } from "@/lib/mcp/constants";
import type { ToolRow } from "./mcp-words";

type ToolWordsProps = { serverId: string; tool: ToolRow; onClose: () => void };

/** The sentence of the server about the name, where it refused that. */
const refusedName = (error: unknown): string | undefined =>
  error instanceof ClientError
    ? error.detail.errors
        ?.find((line) => line.startsWith("name:"))
        ?.slice("name:".length)
        .trim()
    : undefined;

export function ToolWordsWindow({ serverId, tool, onClose }: ToolWordsProps) {
  const [name, setName] = useState(tool.own_name ?? "");
  const [description, setDescription] = useState(tool.own_description ?? "");
  const save = useMutation(
    mutation(mcpToolsApi.describeMcpTool, useQueryClient(), {
      refresh: [mcpToolsApi.listMcpTools, listedMcpServersApi.getMcpServerWithUse],
    }),
  );
  const wrong = name.trim() !== "" && !MCP_TOOL_NAME.test(name.trim());
  const nameError = refusedName(save.error);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong) return;
    save.mutate(
      {
        params: { id: serverId, tool_slug: tool.slug },
        body: { name: name.trim() || null, description: description.trim() || null },
      },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Name and description of ${tool.slug}`}
        description="What clients of this server see. Empty fields use the catalog’s text."
      >
        <form noValidate method="post" onSubmit={onSubmit} className="space-y-4">
          <Field
            label="Name"
            help="Letters, digits, _ and -, up to 64 characters."
            error={wrong ? "Use letters, digits, _ and - only, at most 64." : nameError}
          >
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                placeholder={tool.slug}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                className="font-mono"
              />
            )}
          </Field>
          <Field label="Description" help="What the model reads to choose this tool.">
            {(wiring) => (
              <Textarea
                {...wiring}
                rows={5}
                maxLength={2000}
                placeholder={tool.own_description ? undefined : tool.description}
                value={description}
                onChange={(event) => setDescription(event.currentTarget.value)}
              />
            )}
          </Field>
          {save.error && !nameError ? <ErrorState title="Couldn’t save the text" error={save.error} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={save.isPending}>
              {save.isPending ? "Saving" : "Save text"}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  );
}
