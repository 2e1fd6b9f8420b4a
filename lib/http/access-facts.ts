/** What the access log needs of a request besides its answer; empty while there is no access log. */
import { processMemory } from "@/lib/kernel/process-memory";

export type AccessFacts = {
  /** The pattern of the path, without the values of its places; undefined for pages. */
  route?: string;
  projectId?: string;
};

/** By the ID of the request, from its arrival until its answer is over. */
const requests = () => processMemory("http.access-facts", () => new Map<string, AccessFacts>());

/** Begins to collect the facts of a request. */
export const collectAccessFacts = (requestId: string): void => void requests().set(requestId, {});

/** Adds to the facts of a request, if they are collected. */
export function addAccessFacts(requestId: string, facts: AccessFacts): void {
  const collection = requests().get(requestId);
  if (collection) Object.assign(collection, facts);
}

/** Returns the facts of a request and forgets them. */
export function takeAccessFacts(requestId: string): AccessFacts {
  const facts = requests().get(requestId) ?? {};
  requests().delete(requestId);
  return facts;
}
