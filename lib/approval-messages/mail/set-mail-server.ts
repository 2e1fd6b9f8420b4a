/** The mail server of a project. */
import type { z } from "zod";
import type { ProjectMail } from "@/generated/prisma/client";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";
import type { ApprovalMail, approvalMailApi, MAIL_SECURITY } from "../contract";

export type MailServer = {
  host: string;
  port: number;
  security: (typeof MAIL_SECURITY)[number];
  /** Undefined for a server that asks for no sign-in. */
  auth?: { user: string; pass: string };
  from: string;
};

const sealContext = (projectId: string) => ({ projectId, rowId: projectId, column: "project_mail.password" });

function toServer(projectId: string, row: ProjectMail): MailServer {
  const [host = "", port] = row.server.split(":");
  const { user, password } = row;
  return {
    host,
    port: Number(port),
    security: row.security as MailServer["security"],
    ...(user !== null && { auth: { user, pass: password === null ? "" : open(password, sealContext(projectId)) } }),
    from: row.fromAddress,
  };
}

/** Null while the project sends no mails. */
export async function findMailServer(projectId: string): Promise<MailServer | null> {
  const row = await db.projectMail.findUnique({ where: { projectId } });
  return row && toServer(projectId, row);
}

/** The fields that a person may see. */
export async function showMailSettings(projectId: string): Promise<z.input<typeof ApprovalMail>> {
  const row = await db.projectMail.findUnique({ where: { projectId } });
  return {
    project: row && {
      server: row.server,
      security: row.security as MailServer["security"],
      user: row.user,
      has_password: row.password !== null,
      from: row.fromAddress,
      last_error: row.lastError,
      updated_at: row.updatedAt.toISOString(),
    },
  };
}

const passwordMissing = () =>
  new ApiError("BadRequest", "The stored password belongs to another server or user, so it isn't sent to this one.", {
    errors: ["password: must be given again with another server, security or user"],
    suggestedFix: "Enter the password of the new server.",
  });

/** @throws ApiError BadRequest for another server without a password, if a password is stored */
export async function setMailServer(
  projectId: string,
  { server, security, password, from, ...body }: z.output<typeof approvalMailApi.setApprovalMail.body>,
): Promise<z.input<typeof ApprovalMail>> {
  const user = body.user ?? null;
  const takesPassword = user !== null && security !== "none";
  const sealedPassword = password === undefined ? undefined : seal(password, sealContext(projectId));
  await db.$transaction(async (tx) => {
    const before = await tx.projectMail.findUnique({ where: { projectId } });
    const isSame = before?.server === server && before.security === security && before.user === user;
    if (takesPassword && sealedPassword === undefined && before?.password && !isSame) throw passwordMissing();
    const values = {
      ...{ server, security, user, fromAddress: from, lastError: null, updatedAt: now() },
      // A password is never sent without its user, nor in the open.
      password: takesPassword ? (sealedPassword ?? before?.password ?? null) : null,
    };
    await tx.projectMail.upsert({ where: { projectId }, create: { projectId, ...values }, update: values });
  });
  return showMailSettings(projectId);
}

/** Does nothing if the project has no mail server. */
export async function deleteMailServer(projectId: string): Promise<z.input<typeof ApprovalMail>> {
  await db.projectMail.deleteMany({ where: { projectId } });
  return showMailSettings(projectId);
}

/** Shows people who look at the settings whether mails arrive. */
export async function recordMailResult(projectId: string, lastError: string | null): Promise<void> {
  await db.projectMail.updateMany({ where: { projectId }, data: { lastError } });
}
