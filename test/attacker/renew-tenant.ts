/** A new attacker, which takes long to make, only where requests can have ended something of the earlier one. */
import type { Operation } from "@/lib/contract/operation";
import { usualRequest } from "./attacks";
import { MARK, newTenant, sender, type Tenant } from "./tenants";

/** Operations that add something, or only try it. */
const ADDS = /create|add|preview|try|test|probe|mark|execute|inputs|upload|register/i;

/** Whether requests of the operation leave all that the tenant has as it is. */
function spares(op: Operation, tenant: Tenant): boolean {
  const request = JSON.stringify(usualRequest(op, tenant));
  return op.method === "POST" && ADDS.test(op.id) && !Object.values(tenant.ids).some((id) => request.includes(id));
}

/** The tenant for the next operation: the same if the last one left it whole and its credentials work. */
export async function renewTenant(op: Operation, tenant: Tenant): Promise<Tenant> {
  if (op.permission.endsWith(":read")) return tenant;
  if (spares(op, tenant)) {
    const answers = [tenant.byKey, tenant.bySession].map((by) => sender(by)("GET", "/api/v3/auth_configs?limit=1"));
    if ((await Promise.all(answers)).every(({ status }) => status === 200)) return tenant;
  }
  return newTenant(MARK.attacker);
}
