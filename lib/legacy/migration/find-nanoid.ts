/** Finds what has a UUID: UUIDs are made of IDs, so no table contains them. */
import type { z } from "zod";
import { findConfigIdByUuid } from "@/lib/auth-configs/find-config-id-by-uuid";
import { findAccountIdByUuid } from "@/lib/connected-accounts/accounts/find-account-id-by-uuid";
import { ApiError } from "@/lib/kernel/errors";
import { findTriggerIdByUuid } from "@/lib/triggers/instances/find-trigger-id-by-uuid";
import type { migrationApi } from "./contract";

type Query = z.output<typeof migrationApi.getNanoid.query>;

const FINDERS: Record<Query["type"], (projectId: string, uuid: string) => Promise<string | null>> = {
  AUTH_CONFIG: findConfigIdByUuid,
  CONNECTED_ACCOUNT: findAccountIdByUuid,
  TRIGGER_INSTANCE: findTriggerIdByUuid,
};

/** @throws ApiError NotFound if nothing of this type in the project has the UUID */
export async function findNanoid(projectId: string, { uuid, type }: Query): Promise<{ nanoid: string }> {
  const nanoid = await FINDERS[type](projectId, uuid);
  if (nanoid !== null) return { nanoid };
  throw new ApiError("NotFound", `No ${type.toLowerCase().replace("_", " ")} of this project has the UUID ${uuid}.`, {
    suggestedFix: "Check the type. Things that were not created on this server have other UUIDs here.",
  });
}
