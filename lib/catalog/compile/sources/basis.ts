/** What a toolkit's tools stand for: the version of the provider's API and the day of the description. */
import { z } from "zod";

export const Basis = z.strictObject({
  /** The version of the API as the provider names it (`2025-09-03`, `v3`). */
  api: z.string().min(1).max(60).optional(),
  /** The day of the description or of the documentation that the tools were written from. */
  date: z.iso.date(),
  /** Where the description is from, for people: a package with its version, or a page of the provider. */
  from: z.string().min(1).max(200),
  /** The last day on which somebody held the tools against the provider's reference of that day by hand. */
  checked: z.iso.date().optional(),
});
export type Basis = z.infer<typeof Basis>;

/** `toolkits/current.yaml`: the most used toolkits, whose descriptions must be current. */
export const CurrentFile = z.strictObject({
  /** The most used first. */
  toolkits: z.array(z.string()).max(200),
  /** Those whose description is too old today: the list can only get shorter. */
  outdated: z.array(z.string()).max(200),
});
export type CurrentFile = z.infer<typeof CurrentFile>;

/**
 * The basis of a toolkit; a file that names none stands for the date of its version.
 * @param file `version` is a date and a revision (`20260105_00`)
 */
export function basisOf({
  basis,
  version,
}: {
  basis?: Basis | undefined;
  version: string;
}): Partial<Basis> & { date: string } {
  return basis ?? { date: `${version.slice(0, 4)}-${version.slice(4, 6)}-${version.slice(6, 8)}` };
}
