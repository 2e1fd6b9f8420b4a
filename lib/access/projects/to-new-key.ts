/** Reads what the API key of a new project may do. */
import type { z } from "zod";
import { ApiError } from "@/lib/kernel/errors";
import type { KeyScopes } from "../keys/key-scopes";
import type { ownerProjectsApi } from "./owner-projects.contract";
import type { NewOwnerProject } from "./create-owner-project";

type Body = z.output<typeof ownerProjectsApi.createOwnerProject.body>;

const unneeded = (field: string) =>
  new ApiError("BadRequest", `${field} needs should_create_api_key to be true.`, {
    suggestedFix: `Send should_create_api_key: true, or leave out ${field}.`,
    errors: [`${field}: needs should_create_api_key to be true`],
  });

/** A level named twice for an area must not open more than either of them. */
function toScopes(permissions: NonNullable<Body["api_key_permissions"]>): KeyScopes {
  const scopes: KeyScopes = {};
  for (const { preset, access } of permissions) {
    if (permissions.filter((other) => other.preset === preset).length > 1)
      throw new ApiError("BadRequest", `api_key_permissions names ${preset} more than once.`, {
        suggestedFix: "Send one level for each area.",
        errors: [`api_key_permissions: names ${preset} more than once`],
      });
    if (access !== "none") scopes[preset] = access === "read" ? "read" : "write";
  }
  return scopes;
}

/**
 * The API key that a request asks for; undefined if it asks for no key.
 * @throws ApiError BadRequest for permissions or addresses without a key, and for an area that is named twice
 */
export function toNewKey(body: Body): NewOwnerProject["key"] {
  const { api_key_permissions: permissions, api_key_allowed_ips: addresses } = body;
  if (!body.should_create_api_key) {
    if (permissions) throw unneeded("api_key_permissions");
    if (addresses) throw unneeded("api_key_allowed_ips");
    return undefined;
  }
  return {
    ...(permissions && { scopes: toScopes(permissions) }),
    ...(addresses && { limits: { networks: [...new Set(addresses)] } }),
  };
}
