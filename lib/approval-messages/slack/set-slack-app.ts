/** The Slack channel of a project. */
import type { z } from "zod";
import type { ProjectSlack } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import type { ApprovalSlack, approvalSlackApi } from "../slack.contract";

const SLACK_API = "https://slack.com/api";

export type SlackApp = { apiUrl: string; channel: string; botToken: string; signingSecret: string };

const sealContext = (projectId: string, column: "bot_token" | "signing_secret") => ({
  projectId,
  rowId: projectId,
  column: `project_slack.${column}`,
});

const toApp = (projectId: string, row: ProjectSlack): SlackApp => ({
  apiUrl: row.apiUrl ?? SLACK_API,
  channel: row.channel,
  botToken: open(row.botToken, sealContext(projectId, "bot_token")),
  signingSecret: open(row.signingSecret, sealContext(projectId, "signing_secret")),
});

/** Null while the project sends nothing to Slack. */
export async function findSlackApp(projectId: string): Promise<SlackApp | null> {
  const row = await db.projectSlack.findUnique({ where: { projectId } });
  return row && toApp(projectId, row);
}

/** The fields that a person may see. */
export async function showSlackSettings(projectId: string): Promise<z.input<typeof ApprovalSlack>> {
  const row = await db.projectSlack.findUnique({ where: { projectId } });
  return {
    project: row && {
      channel: row.channel,
      api_url: row.apiUrl,
      last_error: row.lastError,
      updated_at: row.updatedAt.toISOString(),
    },
    actions_url: `${env().publicUrl}/api/v3/internal/patchbay/approval_slack/${projectId}/actions`,
  };
}

const secretMissing = (name: string) =>
  new ApiError("BadRequest", "The token and the signing secret of the Slack app are needed.", {
    errors: [`${name}: must be given at first, and again with another api_url`],
    suggestedFix: "Copy both from the settings of your Slack app.",
  });

/** @throws ApiError BadRequest without a token or a secret that is not stored for the same address */
export async function setSlackApp(
  projectId: string,
  {
    channel,
    bot_token: token,
    signing_secret: secret,
    api_url: address,
  }: z.output<typeof approvalSlackApi.setApprovalSlack.body>,
): Promise<z.input<typeof ApprovalSlack>> {
  const apiUrl = address?.replace(/\/+$/, "") ?? null;
  await db.$transaction(async (tx) => {
    const before = await tx.projectSlack.findUnique({ where: { projectId } });
    const sameApp = before?.apiUrl === apiUrl ? before : null;
    const botToken = token === undefined ? sameApp?.botToken : seal(token, sealContext(projectId, "bot_token"));
    if (botToken === undefined) throw secretMissing("bot_token");
    const signingSecret =
      secret === undefined ? sameApp?.signingSecret : seal(secret, sealContext(projectId, "signing_secret"));
    if (signingSecret === undefined) throw secretMissing("signing_secret");
    const values = { apiUrl, channel, botToken, signingSecret, lastError: null, updatedAt: now() };
    await tx.projectSlack.upsert({ where: { projectId }, create: { projectId, ...values }, update: values });
  });
  return showSlackSettings(projectId);
}

/** Does nothing if the project sends nothing to Slack. */
export async function deleteSlackApp(projectId: string): Promise<z.input<typeof ApprovalSlack>> {
  await db.projectSlack.deleteMany({ where: { projectId } });
  return showSlackSettings(projectId);
}

/** Shows people who look at the settings whether messages arrive. */
export async function recordSlackResult(projectId: string, lastError: string | null): Promise<void> {
  await db.projectSlack.updateMany({ where: { projectId }, data: { lastError } });
}
