/**
 * Only a client that could show a key of the project to this server can listen to the project's channel. The proof is
 * bound to the connection, to the channel and to that key, so that it opens nothing else, and ends with the key.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { derivedKey } from "@/lib/kernel/process/vault";
import { processMemory } from "@/lib/kernel/process-memory";

/** The path that clients of the published protocol come to. */
export const SOCKET_PATH = "/pusher";

const channelOf = (projectId: string): string => `private-${projectId}_triggers`;

const proofOf = (actor: string, socketId: string, channel: string): string =>
  createHmac(
    "sha256",
    processMemory("realtime.key", () => derivedKey("realtime channels")),
  )
    .update(JSON.stringify([actor, socketId, channel]))
    .digest("hex");

/**
 * What a client of the published SDK needs to come here: it makes `wss://ws-<cluster>.pusher.com` of the cluster, so
 * the cluster is written in such a way that this becomes our host and path. The SDK of 2026 for Python takes a plain
 * name only: for it, the operator's own DNS can make such a host this server.
 * @param actor the id of the key, or of the session
 */
export const credentialsFor = (projectId: string, actor: string) => ({
  project_id: projectId,
  pusher_key: actor,
  pusher_cluster: env().realtimeCluster ?? `x@${new URL(env().publicUrl).host}${SOCKET_PATH}?`,
});

/**
 * Allows a connection to listen to the project's channel.
 * @throws ApiError Forbidden for another channel, BadRequest for what is no connection
 */
export function authorizeChannel(projectId: string, actor: string, socketId: string, channel: string): string {
  if (!/^\d{1,15}\.\d{1,15}$/.test(socketId))
    throw new ApiError("BadRequest", "socket_id: is not the id of a connection.");
  if (channel !== channelOf(projectId))
    throw new ApiError("Forbidden", "channel_name: is not the channel of this project.", {
      suggestedFix: `Subscribe to ${channelOf(projectId)}.`,
    });
  return `${actor}:${proofOf(actor, socketId, channel)}`;
}

/** The project of a channel, and who listens, if the proof is right. */
export function readProof(
  actor: string,
  socketId: string,
  channel: string,
  auth: string,
): { projectId: string; actor: string } | undefined {
  const [proof, expected] = [Buffer.from(auth), Buffer.from(`${actor}:${proofOf(actor, socketId, channel)}`)];
  if (proof.length !== expected.length || !timingSafeEqual(proof, expected)) return undefined;
  const projectId = /^private-(.+)_triggers$/.exec(channel)?.[1];
  return projectId === undefined ? undefined : { projectId, actor };
}
