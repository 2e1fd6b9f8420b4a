/** Creates the MCP server of a draft, with the picked tools or the suggested tools. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { mcpToolsApi } from "@/generated/addresses/mcp/tools";
import { call, query } from "@/lib/contract/client";
import { choiceOf, toAllowed } from "../tool-choice";
import type { Draft } from "./step-props";

export function useCreateServer({ toolkits, picks, configs, managed }: Draft) {
  const client = useQueryClient();
  const offer = useQuery({ ...query(mcpToolsApi.offerMcpTools, { query: { toolkits } }), staleTime: 60_000 });
  const tools = offer.data?.items ?? [];
  const selection = choiceOf(tools, picks);
  const create = useMutation({
    mutationFn: (name: string) =>
      call(mcpApi.createCustomMcpServer, {
        body: {
          name,
          toolkits,
          auth_config_ids: configs,
          allowed_tools: toAllowed(tools, selection),
          managed_auth_via_composio: managed,
        },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listedMcpServersApi.listMcpServersWithUse.id] }),
  });
  // Before the offered tools have loaded, the choice is unknown, and an empty list would mean all tools.
  return { create, ready: offer.data !== undefined, hasTools: selection.size > 0 };
}
