/** A new attacker, which takes long to make, only where requests have ended or changed something of the earlier one. */
import type { Operation } from "@/lib/contract/operation";
import { MARK, newTenant, rowsOf, sender, type Tenant } from "./tenants";

type Rows = ReadonlyMap<string, readonly string[]>;

/** They only count, with each execution. */
const COUNTS = ["toolkit_usage", "usage_tally"];

/** The rows of each tenant when it was new. */
const firstRows = new WeakMap<Tenant, Rows>();

async function readRows(tenant: Tenant): Promise<Rows> {
  const tables = Object.entries(await rowsOf(tenant)).filter(([name]) => !COUNTS.includes(name));
  return new Map(
    tables.map(([name, rows]) => [name, (JSON.parse(rows) as unknown[]).map((row) => JSON.stringify(row))]),
  );
}

/** A tenant that `renewTenant` can compare with itself later. */
export async function newWholeTenant(): Promise<Tenant> {
  const tenant = await newTenant(MARK.attacker);
  firstRows.set(tenant, await readRows(tenant));
  return tenant;
}

/** Whether all that the tenant had is there unchanged; more can be there. */
async function isWhole(tenant: Tenant): Promise<boolean> {
  const answers = [tenant.byKey, tenant.bySession].map((by) => sender(by)("GET", "/api/v3/auth_configs?limit=1"));
  if (!(await Promise.all(answers)).every(({ status }) => status === 200)) return false;
  const present = await readRows(tenant);
  return [...(firstRows.get(tenant) ?? [])].every(([name, rows]) => {
    const left = new Set(present.get(name));
    return rows.every((row) => left.has(row));
  });
}

/** The tenant for the next operation: the same if the last one left it whole. */
export const renewTenant = async (op: Operation, tenant: Tenant): Promise<Tenant> =>
  op.permission.endsWith(":read") || (await isWhole(tenant)) ? tenant : newWholeTenant();
