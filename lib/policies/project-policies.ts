/** The rules of a project and of its organization, compiled and cached: each call of the project asks for them. */
import { LRUCache } from "lru-cache";
import { findKnownProject } from "@/lib/access/projects/known-project";
import { everyToolkit } from "@/lib/catalog/read/find-toolkits";
import type { Db } from "@/lib/kernel/database/db";
import { projectCache } from "@/lib/kernel/database/project-cache";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import { ID_PREFIX } from "@/lib/kernel/ids";
import { background, log } from "@/lib/kernel/process/log";
import { brokenRule, compileRule, type Cover, type HostsOf, type Rule, type StoredRule } from "./compile-rule";
import { MOST_RULES } from "./constants";
import { hostPatternsOf } from "./to-host-pattern";
import type { CallTarget } from "./policy-call";

export type Covering = { rule: Rule; cover: Cover };

/** `latest`: the host of the last call: most targets have one. */
type Covered = { target: CallTarget; covering: readonly Covering[]; latest?: AtHost };

/** `usual`: the rules that cover the call whatever the host; `elsewhere`: its target at the host. */
type AtHost = { host: string; usual: readonly Covering[]; elsewhere: CallTarget; further: readonly Covering[] };

/** Tools whose covering rules are remembered by name. */
const MOST_TARGETS = 2_000;

/** The rules of one project that are switched on, in their order. */
export class ProjectPolicies {
  private readonly byTool = new WeakMap<object, Covered>();
  private readonly byName = new LRUCache<string, Covered>({ max: MOST_TARGETS });

  private readonly atHost = new LRUCache<string, AtHost>({ max: MOST_TARGETS });

  /** @param changedAt the last change of one of the rules */
  constructor(
    readonly rules: readonly Rule[],
    readonly changedAt = 0,
  ) {}

  /**
   * A target with the rules that cover its calls, whatever their arguments.
   * @param key the same for all calls of the target: the tool itself, or a name
   */
  covered(key: object | string, toTarget: () => CallTarget): Covered {
    const cached = typeof key === "string" ? this.byName.get(key) : this.byTool.get(key);
    if (cached) return cached;
    const target = toTarget();
    const covering = this.rules
      .map((rule) => ({ rule, cover: rule.cover(target) }))
      .filter(({ cover }) => cover !== "no");
    const covered = { target, covering };
    if (typeof key === "string") this.byName.set(key, covered);
    else this.byTool.set(key, covered);
    return covered;
  }

  covering(key: object | string, toTarget: () => CallTarget): readonly Covering[] {
    return this.covered(key, toTarget).covering;
  }

  /**
   * The rules about a host to which the credentials of a call lead, without those that cover the call anyway.
   * @param key as for `covering`
   */
  atHostOnly(key: object | string, host: string, toTarget: () => CallTarget): AtHost {
    const covered = this.covered(key, toTarget);
    if (covered.latest?.host === host) return covered.latest;
    return (covered.latest = this.findAtHost(covered, host));
  }

  private findAtHost({ target, covering: usual }: Covered, host: string): AtHost {
    const name = `${target.kind} ${target.toolkitSlug} ${target.names[0]} ${host}`;
    const cached = this.atHost.get(name);
    if (cached?.usual === usual) return cached;
    const elsewhere = { ...target, ownHosts: [host] };
    const ids = new Set(usual.map(({ rule }) => rule.id));
    const further = this.covering(name, () => elsewhere).filter(
      ({ rule, cover }) => cover === "own" && !ids.has(rule.id),
    );
    const atHost = { host, usual, elsewhere, further };
    this.atHost.set(name, atHost);
    return atHost;
  }
}

const NONE = new ProjectPolicies([]);

const SWITCHED_ON = statement({
  name: "policies.switched-on",
  text: `SELECT id, name, match, action, toolkits, updated_at, project_id <> $1 AS above FROM policy_rule
    WHERE project_id IN ($1, $2) AND enabled ORDER BY above DESC, position, id LIMIT ${2 * MOST_RULES + 1}`,
  columns: {
    ...{ id: "text", name: "text", match: "jsonb", action: "jsonb", toolkits: "text[]", updated_at: "timestamptz" },
    above: "bool?",
  },
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
  const project = await findKnownProject(projectId);
  const rows = await rowsOf(SWITCHED_ON, [projectId, project?.organizationId ?? projectId]);
  if (rows.length === 0) return NONE;
  const { rules } = await compileAll(projectId, rows);
  return new ProjectPolicies(rules, Math.max(...rows.map(({ updated_at: time }) => time.getTime())));
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

/** Whether rules are those of an organization, which every project of it obeys before its own. */
export const isOrganization = (ownerId: string): boolean => ownerId.startsWith(ID_PREFIX.organization);

const cache = projectCache<ProjectPolicies>({
  name: "policies.projects",
  channel: "patchbay_policies",
  load: loadPolicies,
});

/** Notifies all copies, when `tx` commits, that the rules of a project or of an organization changed. */
export const announcePolicies = (tx: Pick<Db, "$executeRaw">, ownerId: string): Promise<void> =>
  isOrganization(ownerId) ? cache.announceAll(tx) : cache.announce(tx, ownerId);

/** The project's rules, cached: each of its calls asks for them. */
export const policiesOf = cache.valueOf;
