/** Moves the hook of a trigger that is not polled to another public URL of this server. */
import type { TriggerType } from "@/lib/catalog/trigger-type";
import { db } from "@/lib/kernel/database/db";
import { env } from "@/lib/kernel/process/env";
import { type EndpointSecrets, lockSecrets, sealSecrets } from "../endpoints/endpoints";
import { configOf, type Trigger } from "../instances/require-trigger";
import { createHook, keepSecret } from "../provider/hooks";
import type { ProviderClient } from "../provider/open-asking";
import { removeLater } from "./record-hook-failure";

/** Takes the secret of an endpoint, and leaves it without one if the provider chooses another with each hook. */
const takeSecret = (projectId: string, endpointId: string, isChosen: boolean): Promise<EndpointSecrets> =>
  db.$transaction(async (tx) => {
    const secrets = await lockSecrets(tx, projectId, endpointId);
    const data = { secrets: sealSecrets(projectId, endpointId, { fields: secrets.fields }) };
    if (isChosen) await tx.webhookEndpoint.updateMany({ where: { projectId, id: endpointId }, data });
    return secrets;
  });

/** @throws ApiError as `createHook`; the earlier hook stays then */
export async function moveHook(trigger: Trigger, type: TriggerType, providerClient: ProviderClient): Promise<void> {
  const { id, projectId, endpointId, hookId: earlierId } = trigger;
  const [source, hookUrl] = [type.run.ingress?.secret?.from, env().publicUrl];
  const done = { hookUrl, hookRenewAt: null, hookFailures: 0, hookError: null };
  if (endpointId === null || earlierId === null)
    return void (await db.triggerInstance.updateMany({ where: { projectId, id }, data: done }));
  const { secret } = await takeSecret(projectId, endpointId, source === "answer" || source === "handshake");
  const restore = () => (secret === undefined ? undefined : keepSecret(projectId, endpointId, secret));
  const hook = await createHook(type, { endpointId, secret, config: configOf(trigger) }, providerClient).catch(
    async (error: unknown) => {
      await restore();
      throw error;
    },
  );
  if (hook.secret !== undefined) await keepSecret(projectId, endpointId, hook.secret);
  const { hookId } = hook;
  await db.$transaction(async (tx) => {
    const { count } = await tx.triggerInstance.updateMany({ where: { projectId, id }, data: { ...done, hookId } });
    await removeLater(tx, trigger, count === 0 ? hookId : earlierId, null);
  });
}
