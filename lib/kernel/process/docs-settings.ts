/** The settings of the documentation that this server shows. */
import { z } from "zod";
import { publicUrl } from "./env-forms";

/** Their names in the environment, and their forms. */
export const docsSettings = {
  PATCHBAY_PUBLIC_DOCS: z.enum(["on", "off"], "must be on or off").default("on"),
  PATCHBAY_DOCS_EDIT_URL: publicUrl.optional(),
};

export type DocsSettings = {
  /** Whether everybody can read the documentation, without a sign-in. */
  publicDocs: boolean;
  /** The URL of the folder of guides where readers can change them, without a trailing slash. */
  docsEditUrl: string | undefined;
};

/** The settings in the form in which they are used. */
export const toDocs = (value: z.output<z.ZodObject<typeof docsSettings>>): DocsSettings => ({
  publicDocs: value.PATCHBAY_PUBLIC_DOCS === "on",
  docsEditUrl: value.PATCHBAY_DOCS_EDIT_URL,
});
