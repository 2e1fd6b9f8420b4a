/**
 * Values of a connection that the provider supplies after a sign-in, so that no person has to look them up: the ID of a
 * site, a data center, one of several accounts.
 */
import { z } from "zod";

/** Keys joined by dots; numbers count places of a list. */
const Path = z
  .string()
  .regex(/^[A-Za-z0-9_@$-]+(\.[A-Za-z0-9_@$-]+){0,5}$/, "write it as keys joined by dots: site.id");

/** The path of a value in the provider's description of one site. */
const ValuePath = z.union([
  Path.transform((path) => ({ at: path })),
  /** A path in its compiled form. */
  z.strictObject({ at: Path }),
  /** An address. `host` is the end of its host's name, which the provider owns, such as `.docusign.net`. */
  z.strictObject({
    at: Path,
    host: z.string().regex(/^(\.[a-z0-9-]+){2,}$/, "write it as .docusign.net: a dot and at least two names"),
    /** Added to the end of the address. */
    append: z
      .string()
      .regex(/^(\/[A-Za-z0-9._-]+)+$/, "a path such as /restapi")
      .optional(),
  }),
]);

/**
 * The request after a sign-in that lists the sites to which the person gave access, and the values that a connection
 * stores of one.
 */
export const Discovery = z.strictObject({
  /** The name of the places, in one word for people: `site`, `account`, `organization`. */
  what: z.string().min(1),
  /**
   * The URL of a GET; `{places}` of its path and headers are filled with the connection's values. Absent if the values
   * that the provider gave with the token and in the callback already identify the place.
   */
  url: z
    .string()
    .regex(/^https?:\/\//, "an absolute URL")
    .optional(),
  headers: z.record(z.string(), z.string()).default({ authorization: "Bearer {access_token}" }),
  /** The path to the list of places, "" for the whole answer; absent = the answer is one place. */
  list: z.union([Path, z.literal("")]).optional(),
  /** Only places with one of these words at a path count. A list there needs one text that contains a word. */
  where: z.record(Path, z.array(z.string().min(1)).min(1)).default({}),
  /** The preferred place; without it, or if it is missing, the first. */
  prefer: z.record(Path, z.string()).default({}),
  /** Field of the connection to its place in the answer. */
  fields: z.record(z.string(), ValuePath).refine((fields) => Object.keys(fields).length > 0, "name at least one field"),
  /** The value by which people recognize a site. */
  label: Path.optional(),
  /** The connection works without the values; otherwise it fails without them. */
  optional: z.boolean().default(false),
});
export type Discovery = z.infer<typeof Discovery>;

/** In the form of a toolkit file: a request goes to a host of the provider, which no value of a connection chooses. */
export const DiscoveryEntries = z
  .array(
    Discovery.refine(
      ({ url = "https://x/" }) => /^https:\/\/[^/{]+\//.test(url),
      "url begins with https:// and a whole host",
    ),
  )
  .max(3);

/** The fields of a connection that its provider supplies, so that people do not fill them in. */
export const discoveredFields = (discover: readonly Discovery[] | undefined): string[] => [
  ...new Set((discover ?? []).flatMap(({ fields }) => Object.keys(fields))),
];
