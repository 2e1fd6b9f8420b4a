/** Messages that ask members to decide about calls: by mail, and in Slack with buttons. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { hasControls } from "@/lib/contract/texts";

const tag = "Approvals";
const path = "/api/v3/internal/patchbay/approval_mail";
const base = { own: true, tag, path, response: z.unknown() } as const;

export const MAIL_SECURITY = ["tls", "starttls", "none"] as const;

/** A host name and a port; the name cannot hold anything that a URL would read otherwise. */
const MailServerName = z
  .string()
  .trim()
  .toLowerCase()
  .max(260, "must have at most 260 characters")
  .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?:[1-9]\d{0,4}$/, "must be a host and a port, such as smtp.example.com:587")
  .refine((text) => URL.canParse(`https://${text}`), "must be a host and a port, such as smtp.example.com:587");

export const ApprovalMail = z
  .object({
    project: z
      .object({
        server: z.string(),
        security: z.enum(MAIL_SECURITY),
        user: z.string().nullable(),
        has_password: z.boolean(),
        from: z.string(),
        last_error: z.string().nullable().meta({ description: "Why the last mail could not be sent; null if it was" }),
        updated_at: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: "null while no mails are sent" }),
  })
  .meta({ id: "ApprovalMail" });

export const approvalMailApi = {
  getApprovalMail: operation({
    ...base,
    id: "getApprovalMail",
    method: "GET",
    auth: "project",
    permission: "project:read",
    audit: "none",
    summary: "Get the mail server that asks members to decide about calls",
    description: "The password is never returned.",
    response: ApprovalMail,
  }),
  setApprovalMail: operation({
    ...base,
    id: "setApprovalMail",
    method: "PUT",
    auth: "session",
    permission: "project:write",
    audit: "approval_mail.set",
    fresh: true,
    summary: "Ask members by mail to decide about calls",
    description:
      "Each member who may decide gets one mail for each call, with a link that works once. " +
      "Without password the stored one stays, as long as server, security and user stay, too.",
    body: z
      .strictObject({
        server: MailServerName,
        security: z.enum(MAIL_SECURITY).meta({
          description: "tls: from the first byte; starttls: the server must offer it; none: only without a password",
        }),
        user: z
          .string()
          .trim()
          .min(1, "must not be empty")
          .max(200, "must have at most 200 characters")
          .refine((text) => !hasControls(text), "must be one line")
          .optional(),
        password: z.string().min(1, "must not be empty").max(2000, "must have at most 2000 characters").optional(),
        from: z.email("must be an email address").max(254, "must have at most 254 characters"),
      })
      .refine(({ security, password }) => security !== "none" || password === undefined, {
        path: ["password"],
        message: "must not be sent without encryption",
      }),
    response: ApprovalMail,
  }),
  deleteApprovalMail: operation({
    ...base,
    id: "deleteApprovalMail",
    method: "DELETE",
    auth: "session",
    permission: "project:write",
    audit: "approval_mail.delete",
    fresh: true,
    summary: "Send no more mails about calls",
    response: ApprovalMail,
  }),
  testApprovalMail: operation({
    ...base,
    id: "testApprovalMail",
    method: "POST",
    path: `${path}/test`,
    auth: "session",
    permission: "project:write",
    audit: "approval_mail.test",
    summary: "Send a mail to yourself by the project's mail server",
    response: z.object({ works: z.boolean(), message: z.string(), duration_ms: z.number().int() }),
  }),
};
