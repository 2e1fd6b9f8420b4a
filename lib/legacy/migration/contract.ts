/** IDs of today for the UUIDs that programs stored before version 3. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";

export const migrationApi = {
  getNanoid: operation({
    id: "getMigrationGetNanoid",
    method: "GET",
    path: "/api/v3/migration/get-nanoid",
    tag: "Migration",
    auth: "project",
    permission: "connected_accounts:read",
    also: ["auth_configs:read", "triggers:read"],
    audit: "none",
    summary: "Find the ID of a connected account, an auth config or a trigger by its UUID",
    description: "The UUID is the one that this server returns beside the ID, as deprecated.uuid.",
    query: z.object({
      uuid: z.guid("must be a UUID"),
      type: z.enum(
        ["CONNECTED_ACCOUNT", "AUTH_CONFIG", "TRIGGER_INSTANCE"],
        "must be CONNECTED_ACCOUNT, AUTH_CONFIG or TRIGGER_INSTANCE",
      ),
    }),
    response: z.object({ nanoid: z.string() }),
  }),
};
