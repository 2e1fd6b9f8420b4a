/** The names behind the ids of audit events: of members, keys, projects, and of objects as events recorded them. */
import { db } from "@/lib/kernel/database/db";
import { searchPool } from "@/lib/kernel/database/pools";
import { rowsOf, statement } from "@/lib/kernel/database/statement";
import type { AuditRow } from "./find-audit-events";

/** The newest events of one object that are searched for its name: some have hundreds of thousands. */
const MAX_READ = 100;

/** The newest recorded name of each object: an object may be deleted since, and its event names only the id. */
const RECORDED_NAMES = statement({
  name: "access.audit-names",
  text: `SELECT targets.id, named.name FROM unnest($2::text[]) AS targets(id), LATERAL (
      SELECT facts ->> 'name' AS name FROM (SELECT id, facts FROM audit_event
        WHERE organization_id = $1 AND target = targets.id ORDER BY id DESC LIMIT ${MAX_READ}) AS recent
      WHERE facts ? 'name' ORDER BY id DESC LIMIT 1) AS named`,
  columns: { id: "text?", name: "text?" },
});

const unique = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

/** Users of apps choose their ids: such an id must not borrow the name of a member. */
export const isPerson = ({ actor_kind: kind }: Pick<AuditRow, "actor_kind">): boolean =>
  kind === "session" || kind === "user" || kind === "userKey";

/**
 * People who acted in the organization, and members among the targets. Nobody else is named: a refused call has the id
 * of anyone as its target.
 */
const findPeople = (organizationId: string, rows: readonly AuditRow[], targets: readonly string[]) =>
  db.user.findMany({
    where: {
      OR: [
        { id: { in: unique(rows.filter(isPerson).map(({ actor_id: id }) => id)) } },
        { id: { in: [...targets] }, members: { some: { organizationId } } },
      ],
    },
    select: { id: true, name: true, email: true },
  });

/** The names of the members, keys, projects and objects of events; an id without a name is absent. */
export async function findAuditNames(organizationId: string, rows: readonly AuditRow[]): Promise<Map<string, string>> {
  const targets = unique(rows.map(({ target }) => target));
  const keyIds = unique([...rows.map(({ actor_id: id }) => id), ...targets]);
  const projectIds = unique([...rows.map(({ project_id: id }) => id), ...targets]);
  const [recordedNames, people, keys, projects, invitations] = await Promise.all([
    rowsOf(RECORDED_NAMES, [organizationId, targets], searchPool()),
    findPeople(organizationId, rows, targets),
    db.apiKey.findMany({ where: { organizationId, id: { in: keyIds } }, select: { id: true, name: true } }),
    db.project.findMany({ where: { organizationId, id: { in: projectIds } }, select: { id: true, name: true } }),
    db.invitation.findMany({ where: { organizationId, id: { in: targets } }, select: { id: true, email: true } }),
  ]);
  return new Map([
    ...recordedNames.flatMap(({ id, name }) => (id !== null && name !== null ? [[id, name] as const] : [])),
    ...[...keys, ...projects].map(({ id, name }) => [id, name] as const),
    ...invitations.map(({ id, email }) => [id, email] as const),
    ...people.map(({ id, name, email }) => [id, name || email] as const),
  ]);
}
