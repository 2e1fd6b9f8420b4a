/** The schemas of the forms for single sign-on. Loaded after the page, because they are large. */
import { z } from "zod";
import { accessApi } from "@/lib/access/contract";
import { fromGroupLines } from "./group-lines";

const { body } = accessApi.updateSsoProvider;

/** The operation takes a list of groups; the field is a text with a line for each. */
const Fields = body
  .pick({ name: true, issuer: true, client_id: true, client_auth: true, default_role: true })
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

/** The provider of the form, with its secret; a provider that has none yet needs one, or a key in its place. */
const toSchema = (hasSecret: boolean) =>
  withGroups(Fields.extend({ client_secret: body.shape.client_secret })).superRefine(
    ({ client_auth: auth, client_secret: secret }, context) => {
      if (auth === "client_secret" && secret === undefined && !hasSecret)
        context.addIssue({ code: "custom", path: ["client_secret"], message: "Required" });
    },
  );
export const NewSsoProvider = toSchema(false);
export const SsoProvider = toSchema(true);
export const SsoEmail = accessApi.beginSso.body.pick({ email: true });
export const NewSsoDomain = accessApi.addSsoDomain.body.pick({ domain: true });
