/** The tool-execution webhook of a project, as it is stored. Its secret is shown when it is created or rotated. */
import type { z } from "zod";
import type { ToolWebhook } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { projectCache } from "@/lib/kernel/database/project-cache";
import { ApiError } from "@/lib/kernel/errors";
import { assertReachable } from "@/lib/kernel/outbound/send";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import { newSecret } from "../subscriptions/secrets";
import type { toolWebhookApi } from "./contract";

type Settings = z.output<typeof toolWebhookApi.setToolWebhook.body>;
type Wire = z.output<typeof toolWebhookApi.setToolWebhook.response>["webhook"];

const sealContext = (projectId: string) => ({ projectId, rowId: projectId, column: "tool_webhook.secret" });

/** The receiver that decides about the calls of a project, with the secrets that sign. */
export type ToolReceiver = {
  url: string;
  isBefore: boolean;
  isAfter: boolean;
  timeoutSeconds: number;
  onFailure: "block" | "continue";
  secrets: readonly string[];
};

/** Null inside an object, because the cache holds objects alone. */
export type ToolReceiverOf = { receiver: ToolReceiver | null };

const toOnFailure = (text: string): "block" | "continue" => (text === "continue" ? "continue" : "block");

async function load(projectId: string): Promise<ToolReceiverOf> {
  const row = await db.toolWebhook.findUnique({ where: { projectId } });
  if (!row || (!row.isBefore && !row.isAfter)) return { receiver: null };
  const { url, isBefore, isAfter, timeoutSeconds, onFailure } = row;
  return {
    receiver: {
      ...{ url, isBefore, isAfter, timeoutSeconds, onFailure: toOnFailure(onFailure) },
      secrets: [open(row.secret, sealContext(projectId))],
    },
  };
}

const cache = projectCache<ToolReceiverOf>({ name: "tool-webhook", channel: "patchbay_tool_webhook", load });

/** The receiver of a project, cached: each of its calls asks for it. */
export const toolReceiverOf = cache.valueOf;

/** The wire form. */
export const toToolWebhook = (row: ToolWebhook): Wire => ({
  url: row.url,
  before_execute: row.isBefore,
  after_execute: row.isAfter,
  timeout_seconds: row.timeoutSeconds,
  on_failure: toOnFailure(row.onFailure),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/** The webhook of the project; null if it has none. */
export const findToolWebhook = (projectId: string): Promise<ToolWebhook | null> =>
  db.toolWebhook.findUnique({ where: { projectId } });

/**
 * Creates or changes the webhook. Returns its secret if it is new.
 * @throws ApiError BadRequest for an address that nothing is sent to
 */
export async function setToolWebhook(
  projectId: string,
  body: Settings,
): Promise<{ webhook: ToolWebhook; secret: string | null }> {
  assertReachable(body.url, "url", "webhooks");
  const settings = {
    ...{ url: body.url, isBefore: body.before_execute, isAfter: body.after_execute },
    ...{ timeoutSeconds: body.timeout_seconds, onFailure: body.on_failure, updatedAt: now() },
  };
  const secret = newSecret();
  return db.$transaction(async (tx) => {
    const { count } = await tx.toolWebhook.createMany({
      data: { ...settings, projectId, secret: seal(secret, sealContext(projectId)), createdAt: now() },
      skipDuplicates: true,
    });
    const webhook = await tx.toolWebhook.update({ where: { projectId }, data: settings });
    await cache.announce(tx, projectId);
    return { webhook, secret: count === 1 ? secret : null };
  });
}

const missing = () =>
  new ApiError("NotFound", "The project has no tool-execution webhook.", {
    suggestedFix: "Create it with PUT /api/v3/internal/patchbay/project/tool_webhook.",
  });

/** @throws ApiError NotFound */
export async function rotateToolWebhookSecret(projectId: string): Promise<string> {
  const secret = newSecret();
  await db.$transaction(async (tx) => {
    const { count } = await tx.toolWebhook.updateMany({
      where: { projectId },
      data: { secret: seal(secret, sealContext(projectId)), updatedAt: now() },
    });
    if (count === 0) throw missing();
    await cache.announce(tx, projectId);
  });
  return secret;
}

/** @throws ApiError NotFound */
export async function deleteToolWebhook(projectId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.toolWebhook.deleteMany({ where: { projectId } });
    if (count === 0) throw missing();
    await cache.announce(tx, projectId);
  });
}
