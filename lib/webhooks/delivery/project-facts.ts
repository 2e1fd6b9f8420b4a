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

/** Finds the facts of a project; undefined if the project is deleted. */
export type FindProject = (projectId: string) => Promise<ProjectFacts | undefined>;

/** The fallback hides the most. */
const UNKNOWN: ProjectFacts = { organizationId: undefined, storesPayloads: false };

const state = processMemory("webhooks.projects", () => ({
  find: undefined as FindProject | undefined,
}));

/** Sets how the facts of a project are found. */
export const setProjectFacts = (find: FindProject): void => void (state.find = find);

/** Called for each delivery. The provider caches projects, and drops them from the cache when they change. */
export const projectFacts = (projectId: string): Promise<ProjectFacts | undefined> =>
  state.find ? state.find(projectId) : Promise.resolve(UNKNOWN);
