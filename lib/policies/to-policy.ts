/** A policy in the form of the API. Pure. */
import type { z } from "zod";
import type { PolicyRule } from "@/generated/prisma/client";
import type { policiesApi } from "./contract";

export const toPolicy = (row: PolicyRule): z.output<typeof policiesApi.createPolicy.response> => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  match: row.match as Record<string, unknown>,
  action: row.action as Record<string, unknown>,
  created_by: { id: row.createdBy, name: row.createdName },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});
