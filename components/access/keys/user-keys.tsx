/** The person's own keys in the current organization. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/components/parts/display/query-view";
import { Skeleton } from "@/components/ui/skeleton";
import { userKeysApi } from "@/generated/addresses/access/keys/user-keys";
import { mutation, query } from "@/lib/contract/client";
import { OtherKeys, toCreate } from "./other-keys";

const REFRESH = { refresh: [userKeysApi.listUserKeys] };

export function UserKeys() {
  const client = useQueryClient();
  const keys = useQuery(query(userKeysApi.listUserKeys, {}));
  const create = mutation(userKeysApi.createUserKey, client, REFRESH);
  const revoke = useMutation(mutation(userKeysApi.revokeUserKey, client, REFRESH));
  return (
    <QueryView query={keys} what="your keys" skeleton={<Skeleton className="h-18" />}>
      {({ items }) => (
        <OtherKeys
          label="Your keys"
          title="Create your own key"
          use="The key acts as you, in this organization. Programs send it in the x-user-api-key header."
          keys={items}
          mayCreate
          mayRevoke
          revoke={revoke}
          create={toCreate(create)}
        />
      )}
    </QueryView>
  );
}
