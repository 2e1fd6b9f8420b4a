/** The end of a tool at its provider, and the notice for its callers. */

export type Retirement = {
  /** The day from which on it does not work: `2026-12-10`. */
  from: string;
  /** The event, as continuation of "because": `GitHub ended classic projects`. */
  because: string;
  /** For whom it ends, if not for everybody: `apps in development mode`. */
  whom?: string;
  /** The tool to use instead. */
  use?: string;
};

/** One or two sentences about the end of a tool. */
export const toRetirementNotice = ({ from, because, whom, use }: Retirement): string =>
  `Does not work ${whom ? `for ${whom} ` : ""}from ${from} on, because ${because}. ` +
  (use ? `Use ${use} instead.` : "There is no replacement.");
