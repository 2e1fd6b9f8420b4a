/** The project of a key, in the form that programs from before version 3 read. */
import type { z } from "zod";
import { actorOf, type ProjectCaller } from "@/lib/access/caller";
import { permissionsOf } from "@/lib/access/roles";
import { requireProject } from "@/lib/access/projects/projects";
import type { Callback } from "../triggers/callback";
import type { olderProjectApi } from "./contract";

/** A number for the programs that read one: the same for each call. */
const toNumber = (id: string): number => [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e9, 7);

/** The key itself stays with its caller. */
export async function showClientInfo(
  caller: ProjectCaller,
  callback: Callback,
): Promise<z.input<typeof olderProjectApi.getClientInfo.response>> {
  const project = await requireProject(caller.projectId);
  const [created, keyId] = [project.createdAt.toISOString(), actorOf(caller)];
  return {
    client: {
      id: project.id,
      autoId: toNumber(project.id),
      name: project.name,
      email: "",
      plan: "self-hosted",
      triggersEnabled: true,
      isNewWebhook: callback.isNewWebhook,
      createdAt: created,
      updatedAt: created,
      webhookURL: permissionsOf(caller).has("webhooks:read") ? callback.url : null,
    },
    apiKey: {
      id: keyId,
      name: "",
      clientId: project.id,
      memberId: keyId,
      key: "",
      apiKey: "",
      lastUsed: null,
      createdAt: created,
      updatedAt: created,
      member: {},
    },
  };
}
