/** An operation of the published description. */
export type PublishedOperation = {
  id: string;
  method: string;
  path: string;
  status: number;
  /** `where:name` of everything a caller must send, apart by spaces; body fields as dotted paths. */
  needs: string;
  /** Names of the optional query parameters. */
  takes: string;
  /** Dotted paths of the keys every success carries; `[]` is any element of a list. */
  answers: string;
};
