/**
 * Slots: a limited number of things run at a time under one name, and a limited number of them for one tenant. Waiting
 * tenants take turns.
 */
import { processMemory } from "../process-memory";

/**
 * Limits of simultaneous runs: `total` for all tenants, `share` for one tenant. Both at least 1. With "free" a tenant
 * can have as many as would stay free: half of all if it is alone, a third if there is another tenant. So tenants with
 * long runs leave room.
 */
export type SlotLimits = { total: number; share: number | "free" };

type Tenant = {
  running: number;
  /** The waiting callers in order; made with the first one. */
  waiting: Set<(passed: boolean) => void> | undefined;
};

type Slots = {
  room: SlotLimits;
  running: number;
  /** The tenants that run or wait. */
  tenants: Map<string, Tenant>;
  /** Waiting tenants that could be below their share; the tenant whose turn is next comes first. */
  turns: Set<Tenant>;
};

const allSlots = () => processMemory("slots", () => new Map<string, Slots>());

function tenantOf(slots: Slots, name: string): Tenant {
  const tenant = slots.tenants.get(name);
  if (tenant) return tenant;
  const created = { running: 0, waiting: undefined };
  slots.tenants.set(name, created);
  return created;
}

/** Whether the tenant can start another run. */
function hasRoom({ room, running }: Slots, tenant: Tenant): boolean {
  if (running >= room.total) return false;
  return tenant.running < (room.share === "free" ? room.total - running : room.share);
}

/** Forgets a tenant that neither runs nor waits. */
function forgetIdle(slots: Slots, name: string, tenant: Tenant): void {
  if (tenant.running === 0 && !tenant.waiting?.size) slots.tenants.delete(name);
}

/**
 * Takes a slot if one is free for this tenant. After true, `freeSlot` must follow.
 * @param room the limits; those of the first caller of this name are used for all
 */
export function tryTakeSlot(name: string, tenantName: string, room: SlotLimits): boolean {
  let slots = allSlots().get(name);
  if (!slots) {
    slots = { room, running: 0, tenants: new Map(), turns: new Set() };
    allSlots().set(name, slots);
  }
  if (slots.running >= slots.room.total) return false;
  const tenant = tenantOf(slots, tenantName);
  if (!hasRoom(slots, tenant)) return false;
  slots.running++;
  tenant.running++;
  return true;
}

/**
 * Waits for a slot after `tryTakeSlot` returned false. Returns true with a slot (then `freeSlot` must follow), false
 * when the wait was given up. A tenant with a thousand requests waits as long for its next turn as one with a single
 * request.
 * @param onWaiting is called with a function that ends the wait
 */
export function waitForSlot(
  name: string,
  tenantName: string,
  onWaiting: (giveUp: () => void) => void,
): Promise<boolean> {
  const slots = allSlots().get(name);
  if (!slots) throw new Error("waitForSlot may only follow a tryTakeSlot that returned false.");
  const tenant = tenantOf(slots, tenantName);
  const waiting = (tenant.waiting ??= new Set());
  if (mayPass(slots, tenant)) slots.turns.add(tenant);
  return new Promise<boolean>((resolve) => {
    waiting.add(resolve);
    onWaiting(() => {
      if (!waiting.delete(resolve)) return;
      if (waiting.size === 0) slots.turns.delete(tenant);
      forgetIdle(slots, tenantName, tenant);
      resolve(false);
    });
  });
}

/** Whether a tenant belongs to those that get a slot in turn. A share of what is free grows when others end. */
const mayPass = ({ room: { share } }: Slots, tenant: Tenant): boolean => share === "free" || tenant.running < share;

/** How many requests of one tenant wait. */
export const waitingForSlot = (name: string, tenantName: string): number =>
  allSlots().get(name)?.tenants.get(tenantName)?.waiting?.size ?? 0;

/** The tenant whose turn it is. With shares of what is free, earlier tenants can take theirs first. */
function nextTenant(slots: Slots): Tenant | undefined {
  for (const tenant of slots.turns) if (hasRoom(slots, tenant)) return tenant;
  return undefined;
}

/** Gives free slots to the tenants whose turn it is. */
function serve(slots: Slots): void {
  while (slots.running < slots.room.total) {
    const tenant = nextTenant(slots);
    const [pass] = tenant?.waiting ?? [];
    if (!tenant?.waiting || !pass) return;
    slots.turns.delete(tenant);
    tenant.waiting.delete(pass);
    slots.running++;
    tenant.running++;
    // Behind all others until its turn comes again.
    if (tenant.waiting.size > 0 && mayPass(slots, tenant)) slots.turns.add(tenant);
    pass(true);
  }
}

/** Gives a slot back; the tenant whose turn is next gets it. */
export function freeSlot(name: string, tenantName: string): void {
  const slots = allSlots().get(name);
  const tenant = slots?.tenants.get(tenantName);
  if (!slots || !tenant) return;
  slots.running--;
  tenant.running--;
  if (tenant.waiting?.size) slots.turns.add(tenant);
  serve(slots);
  forgetIdle(slots, tenantName, tenant);
  if (slots.running === 0) allSlots().delete(name);
}
