/** OAuth apps of the server's operator, which auth configs of every project may use. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { page } from "@/lib/contract/page";
import { MAX_ID } from "@/lib/contract/texts";

/** Of any length, a list could hold a million problems, and naming them would stop the process. */
export const Scopes = z
  .union([z.string().max(100_000), z.array(z.string().max(MAX_ID)).max(2000)])
  .meta({ description: "A list, or one text with commas or spaces between" });

const managedKey = { kind: z.enum(["provider", "toolkit"]), key: z.string().trim().min(1).max(200) };
const clientId = z.string().trim().min(1, "is the ID of your app at the provider").max(2000);
const clientSecret = z.string().trim().min(1, "is the secret of your app at the provider").max(10_000);

const ManagedApp = z
  .object({
    id: z.string(),
    ...managedKey,
    /** Of the provider or the toolkit; the key of one that the catalog no longer has. */
    name: z.string(),
    client_id: z.string(),
    /** Masked, independent of the project's setting. */
    client_secret: z.string(),
    scopes: z.array(z.string()),
    /** Of all projects. */
    auth_configs: z.number().int(),
    toolkits: z.array(z.string()),
    redirect_uri: z.string(),
    guide_url: z.string().optional(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "ManagedApp" });

const tag = "Managed apps";
const base = "/api/v3/internal/patchbay/managed_apps";
const params = z.object({ id: z.string().min(1).max(100) });

export const managedAppsApi = {
  listManagedApps: operation({
    id: "listManagedApps",
    method: "GET",
    path: base,
    summary: "List the OAuth apps that every project may use; for the operator",
    tag,
    auth: "session",
    permission: "instance:read",
    audit: "none",
    own: true,
    response: page(ManagedApp),
  }),
  createManagedApp: operation({
    id: "createManagedApp",
    method: "POST",
    path: base,
    summary: "Enter an OAuth app for a provider or a toolkit; for the operator",
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "managed_app.create",
    own: true,
    status: 201,
    body: z.object({ ...managedKey, client_id: clientId, client_secret: clientSecret, scopes: Scopes.optional() }),
    response: ManagedApp,
  }),
  updateManagedApp: operation({
    id: "updateManagedApp",
    method: "PATCH",
    path: `${base}/{id}`,
    summary: "Change an OAuth app; omitted fields stay unchanged; for the operator",
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "managed_app.update",
    own: true,
    params,
    body: z.object({
      client_id: clientId.optional(),
      client_secret: clientSecret.optional(),
      scopes: Scopes.optional(),
    }),
    response: ManagedApp,
  }),
  deleteManagedApp: operation({
    id: "deleteManagedApp",
    method: "DELETE",
    path: `${base}/{id}`,
    summary: "Take an OAuth app away; for the operator",
    tag,
    auth: "session",
    permission: "instance:write",
    audit: "managed_app.delete",
    own: true,
    params,
    response: z.object({ success: z.boolean() }),
  }),
  listManagedSubjects: operation({
    id: "listManagedSubjects",
    method: "GET",
    path: `${base}/subjects`,
    summary: "List what an OAuth app can be entered for; for the operator",
    tag,
    auth: "session",
    permission: "instance:read",
    audit: "none",
    own: true,
    response: page(
      z.object({
        ...managedKey,
        name: z.string(),
        toolkits: z.array(z.string()),
        redirect_uri: z.string(),
        guide_url: z.string().optional(),
      }),
    ),
  }),
};
