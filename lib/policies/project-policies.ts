/** The rules of a project, compiled and cached: each call of the project asks for them. */
import { LRUCache } from "lru-cache";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import type { Db } from "@/lib/kernel/database/db";
import { isListening, listen, notify } from "@/lib/kernel/database/notify";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { brokenRule, compileRule, type Cover, type HostsOf, type Rule, type StoredRule } from "./compile-rule";
import { MOST_RULES } from "./constants";
import { hostPatternsOf } from "./to-host-pattern";
import type { CallTarget } from "./policy-call";

export type Covering = { rule: Rule; cover: Cover };

/** Tools whose covering rules are remembered by name. */
const MOST_TARGETS = 2_000;

/** The rules of one project that are switched on, in their order. */
export class ProjectPolicies {
  private readonly byTool = new WeakMap<object, readonly Covering[]>();
  private readonly byName = new LRUCache<string, readonly Covering[]>({ max: MOST_TARGETS });

  constructor(readonly rules: readonly Rule[]) {}

  /**
   * The rules that cover calls of a target, whatever their arguments.
   * @param key the same for all calls of the target: the tool itself, or a name
   */
  covering(key: object | string, toTarget: () => CallTarget): readonly Covering[] {
    const cached = typeof key === "string" ? this.byName.get(key) : this.byTool.get(key);
    if (cached) return cached;
    const target = toTarget();
    const covering = this.rules
      .map((rule) => ({ rule, cover: rule.cover(target) }))
      .filter(({ cover }) => cover !== "no");
    if (typeof key === "string") this.byName.set(key, covering);
    else this.byTool.set(key, covering);
    return covering;
  }
}

const NONE = new ProjectPolicies([]);

const SWITCHED_ON = statement({
  name: "policies.switched-on",
  text: `SELECT id, name, match, action, toolkits FROM policy_rule WHERE project_id = $1 AND enabled
    ORDER BY position, id LIMIT ${MOST_RULES + 1}`,
  columns: { id: "text", name: "text", match: "jsonb", action: "jsonb", toolkits: "text[]" },
});

function compile(projectId: string, row: StoredRule, hostsOf: HostsOf): Rule {
  try {
    return compileRule(row, hostsOf);
  } catch (error) {
    log.error(background("policies"), "a policy cannot be read, so it denies every call", {
      projectId,
      policy: row.id,
      error,
    });
    return brokenRule(row);
  }
}

async function loadPolicies(projectId: string): Promise<ProjectPolicies> {
  const rows = await rowsOf(SWITCHED_ON, [projectId]);
  if (rows.length === 0) return NONE;
  return compileAll(projectId, rows);
}

/** Compiles rules of the project. A rule that cannot be read denies every call, unless it only logs. */
export async function compileAll(projectId: string, rows: readonly StoredRule[]): Promise<ProjectPolicies> {
  const toolkits = new Map((await everyToolkit(projectId)).map((toolkit) => [toolkit.slug, toolkit]));
  const hostsOf: HostsOf = (slug) => {
    const toolkit = toolkits.get(slug);
    return toolkit ? hostPatternsOf(toolkit) : [];
  };
  return new ProjectPolicies(rows.map((row) => compile(projectId, row, hostsOf)));
}

const CHANNEL = "patchbay_policies";
/** Changes are announced immediately; this limits the harm if the connection for announcements dies silently. */
const REMEMBER_MS = 5_000;
const MOST_PROJECTS = 5_000;

const state = () =>
  processMemory("policies.projects", () => {
    const cache = new LRUCache<string, ProjectPolicies>({ max: MOST_PROJECTS, ttl: REMEMBER_MS });
    const memory = { cache, changes: 0, loads: shareInFlight<ProjectPolicies>() };
    const forget = (projectId: string) => {
      memory.changes++;
      cache.delete(projectId);
    };
    listen(CHANNEL, {
      missed: () => {
        memory.changes++;
        cache.clear();
      },
      message: forget,
      onOwn: forget,
    });
    return memory;
  });

/** Notifies all copies, when `tx` commits, that the project's rules changed. */
export const announcePolicies = (tx: Pick<Db, "$executeRaw">, projectId: string): Promise<void> =>
  notify(tx, CHANNEL, projectId);

/** The project's rules: one look into a map, because they hardly ever change. */
export function policiesOf(projectId: string): ProjectPolicies | Promise<ProjectPolicies> {
  const { cache, changes, loads } = state();
  if (!isListening(CHANNEL)) return loadPolicies(projectId);
  // Callers share a read, except one that began before a change.
  return cache.get(projectId) ?? loads.run(`${changes} ${projectId}`, () => readFresh(projectId, changes));
}

async function readFresh(projectId: string, before: number): Promise<ProjectPolicies> {
  const policies = await loadPolicies(projectId);
  const memory = state();
  // A change that was announced while the rows were read can be missing from them.
  if (isListening(CHANNEL) && before === memory.changes) memory.cache.set(projectId, policies);
  return policies;
}
