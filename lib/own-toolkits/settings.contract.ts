/** What a person chose for a toolkit in addition to its document. */
import { z } from "zod";
import { EFFECT_CHOICES } from "./constants";

const OperationKey = z
  .string()
  .max(2_100)
  .regex(
    /^(GET|PUT|POST|DELETE|PATCH|QUERY|MUTATION|TOOL) \S{1,2000}$/,
    'must be "METHOD /path", "QUERY name" or "TOOL NAME"',
  );

const ToolSettings = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().min(1).max(1_024).optional(),
  /** The part behind the toolkit's prefix. */
  slug: z
    .string()
    .max(40)
    .regex(/^[A-Z][A-Z0-9_]{2,39}$/, "must be 3 to 40 capital letters, digits or _, and begin with a letter")
    .optional(),
  effect: z.enum(EFFECT_CHOICES).optional(),
  important: z.boolean().optional(),
});

export const ToolkitSettings = z.strictObject({
  name: z.string().trim().min(1).max(200).optional(),
  description: z.string().trim().min(1).max(2_000).optional(),
  logo: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  app_url: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  /** Instead of the servers of the document; can contain `{field}` places, which the connection fills. */
  base_url: z
    .string()
    .max(2_000)
    .regex(/^(https?:\/\/[^\s]+|\{[A-Za-z0-9_]+\}[^\s]*)$/, "must be an http(s) address, or begin with a {field}")
    .optional(),
  /** Only these operations; all if left out. */
  operations: z.array(OperationKey).max(3_000).optional(),
  /** Texts and hints of tools, by operation. */
  tools: z
    .record(OperationKey, ToolSettings)
    .refine((tools) => Object.keys(tools).length <= 3_000, "must have at most 3,000 operations")
    .optional(),
  /** The text of an integration.yaml: ways to sign in and the proxy, instead of the document's. */
  integration: z.string().max(200_000).optional(),
});
export type ToolkitSettings = z.infer<typeof ToolkitSettings>;

export const ToolkitAccess = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .refine((user) => user !== "default", "must be all, or the ID of a user; default stands for no user")
  .default("all")
  .meta({ description: "For whom it is: all, or the only user" });
