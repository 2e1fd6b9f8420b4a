/**
 * Facts of a project that deliveries need. The process that starts deliveries provides them, because this room has no
 * access to projects.
 */
import { processMemory } from "@/lib/kernel/process-memory";

export type ProjectFacts = {
  organizationId: string | undefined;
  /** Whether contents of events and responses stay stored after the last delivery has ended. */
  storesPayloads: boolean;
};

type Find = (projectId: string) => Promise<ProjectFacts>;

/** The fallback hides the most. */
const UNKNOWN: ProjectFacts = { organizationId: undefined, storesPayloads: false };

const state = processMemory("webhooks.projects", () => ({
  find: undefined as Find | undefined,
}));

/** Sets how the facts of a project are found. */
export const setProjectFacts = (find: Find): void => void (state.find = find);

/** Called for each delivery. The provider caches projects, and drops them from the cache when they change. */
export const projectFacts = (projectId: string): Promise<ProjectFacts> =>
  state.find ? state.find(projectId) : Promise.resolve(UNKNOWN);
