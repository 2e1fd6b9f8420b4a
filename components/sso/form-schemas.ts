/** The schemas of the forms for single sign-on. Loaded after the page, because they are large. */
import { z } from "zod";
import { accessApi } from "@/lib/access/contract";
import { fromGroupLines } from "./group-lines";

const { body } = accessApi.updateSsoProvider;

/** The operation takes a list of groups; the field is a text with a line for each. */
const Fields = body
  .pick({ name: true, issuer: true, client_id: true, default_role: true })
  .required()
  .extend({ groups_claim: z.string().max(200).optional(), groups: z.string().optional() });

const withGroups = <S extends typeof Fields>(schema: S) =>
  schema.superRefine(({ groups, groups_claim: claim }, context) => {
    const lines = fromGroupLines(groups ?? "");
    const add = (message: string) => context.addIssue({ code: "custom", path: ["groups"], message });
    if (lines.length > 0 && !claim) add("Groups need the name of their claim");
    const [issue] = body.safeParse({ group_roles: lines }).error?.issues ?? [];
    if (!issue) return;
    const line = lines[Number(issue.path[1])];
    add(line === undefined ? issue.message : `${line.group}: the role ${issue.message}`);
  });

export const NewSsoProvider = withGroups(
  Fields.extend({ client_secret: accessApi.createSsoProvider.body.shape.client_secret }),
);
export const SsoProvider = withGroups(Fields.extend({ client_secret: body.shape.client_secret }));
export const SsoEmail = accessApi.beginSso.body.pick({ email: true });
export const NewSsoDomain = accessApi.addSsoDomain.body.pick({ domain: true });
