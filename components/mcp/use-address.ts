/** The signed URL of a server for a user: created once, and the same for each request. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "@/lib/contract/client";
import { mcpAddressesApi } from "@/generated/addresses/mcp/addresses";
import { mcpApi } from "@/generated/addresses/mcp";
import { listedMcpServersApi } from "@/generated/addresses/mcp/servers/listed-servers";
import { toAudienceBody, toGenerateBody, type Audience } from "./mcp-words";

/** @throws ClientError */
export async function makeAddress(id: string, audience: Audience): Promise<string> {
  const urls = await call(mcpApi.generateMcpUrls, { body: toGenerateBody(id, audience) });
  return [...urls.user_ids_url, ...urls.connected_account_urls][0] ?? "";
}

const LISTS = [
  mcpAddressesApi.listMcpAddresses,
  listedMcpServersApi.listMcpServersWithUse,
  listedMcpServersApi.getMcpServerWithUse,
];

/** The actions on addresses; the lists of addresses are read again afterwards. */
export function useAddresses(id: string) {
  const client = useQueryClient();
  const onSuccess = async () => {
    await Promise.all(LISTS.map((op) => client.invalidateQueries({ queryKey: [op.id] })));
  };
  const end = (audience: Audience) =>
    call(mcpAddressesApi.endMcpAddress, { params: { id }, body: toAudienceBody(audience) });
  return {
    make: useMutation({ mutationFn: (audience: Audience) => makeAddress(id, audience), onSuccess }),
    end: useMutation({ mutationFn: end, onSuccess }),
    rotate: useMutation({
      mutationFn: async (audience: Audience) => {
        await end(audience);
        return makeAddress(id, audience);
      },
      onSuccess,
    }),
  };
}
