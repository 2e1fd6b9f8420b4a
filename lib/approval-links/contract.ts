/** Links by which a person without a sign-in here decides about one call that waits. */
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { idParam } from "@/lib/contract/texts";

const tag = "Approvals";
const page = {
  path: "/approve/{token}",
  tag,
  auth: "link",
  permission: "link",
  audit: "none",
  own: true,
  params: z.object({ token: z.string().max(100) }),
  response: z.unknown(),
} as const;

export const approvalLinksApi = {
  createApprovalLink: operation({
    id: "createApprovalLink",
    method: "POST",
    path: "/api/v3/internal/patchbay/approvals/{id}/links",
    own: true,
    tag,
    auth: "project",
    permission: "sessions:write",
    audit: "approval.create_link",
    summary: "Create a one-time link on whose page one person allows or denies a call that waits",
    description:
      "For your app, which sends it to the person by its own email or message. The page shows the call with all of its " +
      "arguments. The link works once, for this call with these arguments, until the call expires.",
    params: z.object({ id: idParam("The ID of the approval") }),
    body: z.strictObject({
      approver: z.string().trim().min(1, "must name a person").max(200).meta({
        description: "Who gets the link, such as an email; the decision is recorded under this name",
      }),
    }),
    response: z.object({ id: z.string(), url: z.string(), expires_at: z.iso.datetime() }),
    status: 201,
  }),
  showApprovalLink: operation({
    id: "approvalLink.show",
    method: "GET",
    ...page,
    summary: "The page of a call that waits",
  }),
  submitApprovalLink: operation({
    id: "approvalLink.submit",
    method: "POST",
    ...page,
    summary: "Allow or deny a call by a link",
  }),
};
