/** How one operation of a description becomes a tool. */
export type DraftOptions = {
  /** Replaces the description's own server. */
  baseUrl?: string;
  headers?: Record<string, string>;
  dropParameters: ReadonlySet<string>;
  /** Members that are never required of a caller. */
  optional?: ReadonlySet<string>;
  /** The object around all members of a body, which callers do not write. */
  unwrap?: string;
};
