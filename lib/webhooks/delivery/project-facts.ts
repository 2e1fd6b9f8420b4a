/** What deliveries must know of a project, which is told by who starts them: this room does not know projects. */
import { processMemory } from "@/lib/kernel/process-memory";

export type ProjectFacts = {
  organizationId: string | undefined;
  /** Whether what events and answers say is kept when nobody needs it any more for a delivery. */
  storesPayloads: boolean;
};

type Find = (projectId: string) => Promise<ProjectFacts>;

/** Where nobody told: what hides the most. */
const UNKNOWN: ProjectFacts = { organizationId: undefined, storesPayloads: false };

const state = processMemory("webhooks.projects", () => ({
  find: undefined as Find | undefined,
}));

/** Says how the facts of a project are found. */
export const setProjectFacts = (find: Find): void => void (state.find = find);

/** Asked for each delivery: who tells it remembers projects, and forgets them when they change. */
export const projectFacts = (projectId: string): Promise<ProjectFacts> =>
  state.find ? state.find(projectId) : Promise.resolve(UNKNOWN);
