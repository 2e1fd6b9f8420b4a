/** Watches for changes of a project's overrides, for clients that listen for changed lists of tools. */
import { listen } from "@/lib/kernel/database/notify";
import { processMemory } from "@/lib/kernel/process-memory";
import { CHANNEL } from "./project-overrides";

const watchers = () =>
  processMemory("catalog.override-watchers", () => {
    const byProject = new Map<string, Set<() => void>>();
    listen(CHANNEL, {
      message: (projectId) => {
        for (const changed of byProject.get(projectId) ?? []) changed();
      },
      missed: () => {
        for (const all of byProject.values()) for (const changed of all) changed();
      },
    });
    return byProject;
  });

/** Calls `changed` after each change of the project's overrides, in any copy, until the returned function is called. */
export function watchOverrides(projectId: string, changed: () => void): () => void {
  const byProject = watchers();
  const all = byProject.get(projectId) ?? new Set();
  // Each watcher is a function of its own: the same one can be passed twice.
  const watcher = () => changed();
  byProject.set(projectId, all.add(watcher));
  return () => {
    all.delete(watcher);
    if (all.size === 0 && byProject.get(projectId) === all) byProject.delete(projectId);
  };
}
