/** What the page of an operation in the API reference shows. */
import type { Operation } from "../operation";

/** `depth` is 0 for a member of the whole; `type` is in words, such as "list of text or null". */
export type Field = { name: string; depth: number; type: string; isRequired: boolean; about: string };

export type Snippet = { title: string; language: "shell" | "typescript" | "python"; code: string };

export type OperationPage = {
  id: string;
  method: Operation["method"];
  path: Operation["path"];
  title: string;
  about: string;
  tag: string;
  /** A sentence about the keys and people that can call it. */
  callers: string;
  /** What a key must be allowed; none where the address is the credential, or everybody can call. */
  permission?: string;
  isDeprecated: boolean;
  status: number;
  parameters: Field[];
  query: Field[];
  /** `example` is JSON. */
  body?: { fields: Field[]; example: string };
  /** `type` is that of the whole answer; `recorded` is JSON that a server answered. */
  answer: { type: string; fields: Field[]; recorded?: string };
  errors: { status: number; about: string }[];
  snippets: Snippet[];
  /** Whether a person who is signed in can try it on its page. */
  canTry: boolean;
};
