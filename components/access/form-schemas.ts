/** The schemas of the forms for sign-in, profile and project. Loaded after the page, because they are large. */
import { z } from "zod";
import { accessApi } from "@/lib/access/contract";
import { userKeysApi } from "@/lib/access/keys/user-keys.contract";
import { toOriginError, toOrigins, type OriginsField } from "./frame-origins";
import { toLimitErrors, toLimits } from "./keys/key-limits";

export const Credentials = z.object({ email: z.email(), password: z.string().min(1) });
/** The operation takes lists of limits; the fields are texts with their entries. */
export const NewKey = accessApi.createApiKey.body
  .pick({ name: true })
  .extend({ toolkits: z.string().optional(), user_ids: z.string().optional(), addresses: z.string().optional() })
  .superRefine(({ name, ...texts }, context) => {
    const limits = toLimits(texts);
    if (!limits) return;
    const issues = accessApi.createApiKey.body.safeParse({ name, limits }).error?.issues ?? [];
    for (const { field, message } of toLimitErrors(limits, issues))
      context.addIssue({ code: "custom", path: [field], message });
  });
/** Of a person’s key, and of an organization’s key, whose names have the same limits. */
export const OtherKey = userKeysApi.createUserKey.body.pick({ name: true });
export const Identity = accessApi.updateProject.body
  .pick({ name: true, display_name: true, logo_url: true, accent_color: true })
  .required({ name: true });
export const Verifier = accessApi.updateProject.body.pick({ oauth_callback_verifier_url: true });
/** The operation takes a list; the field is a text with a line for each origin. */
export const originsSchema = (field: OriginsField) =>
  z.object({ origins: z.string().optional() }).superRefine((values, context) => {
    const origins = toOrigins(values.origins ?? "");
    const [issue] = accessApi.updateProject.body.safeParse({ [field]: origins }).error?.issues ?? [];
    if (!issue) return;
    const line = origins[Number(issue.path[1])];
    const message = line === undefined ? issue.message : toOriginError(line, issue.message);
    context.addIssue({ code: "custom", path: ["origins"], message });
  });
export const McpUser = accessApi.updateProject.body.pick({ mcp_default_user_id: true });
export const NewPassword = accessApi.changePassword.body.extend({ repeated: z.string().optional() });
export const ProfileName = accessApi.updateProfile.body.partial();
export const Owner = accessApi.completeSetup.body.omit({ token: true });
export const CommandLineCode = accessApi.confirmCliSession.body.pick({ code: true });
export const NewProject = accessApi.createProject.body;
export const Guest = accessApi.registerByInvitation.body.omit({ token: true });
export const KnownGuest = Credentials.pick({ password: true });
export const NewPasskey = accessApi.createPasskey.body.pick({ name: true });
export const FactorCode = accessApi.finishSignIn.body;
