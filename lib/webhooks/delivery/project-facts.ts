/** What deliveries must know of a project, which is told by who starts them: this room does not know projects. */
import { LRUCache } from "lru-cache";
import { processMemory } from "@/lib/kernel/process-memory";

export type ProjectFacts = {
  organizationId: string | undefined;
  /** Whether what events and answers say is kept when nobody needs it any more for a delivery. */
  storesPayloads: boolean;
};

type Find = (projectId: string) => Promise<ProjectFacts>;

const FRESH_MS = 30_000;
/** Where nobody told: what hides the most. */
const UNKNOWN: ProjectFacts = { organizationId: undefined, storesPayloads: false };

const state = processMemory("webhooks.projects", () => ({
  find: undefined as Find | undefined,
  known: new LRUCache<string, ProjectFacts>({ max: 1000, ttl: FRESH_MS }),
}));

/** Says how the facts of a project are found. */
export const setProjectFacts = (find: Find): void => void (state.find = find);

export async function projectFacts(projectId: string): Promise<ProjectFacts> {
  const known = state.known.get(projectId);
  if (known) return known;
  const found = state.find ? await state.find(projectId) : UNKNOWN;
  state.known.set(projectId, found);
  return found;
}
