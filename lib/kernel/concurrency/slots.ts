/**
 * Slots: a limited number of things run at a time under one name, and a limited number of them for one tenant. Waiting
 * tenants take turns.
 */
import { processMemory } from "../process-memory";

/** How many may run at a time: `total` for all tenants, `share` for one tenant. Both at least 1. */
export type SlotLimits = { total: number; share: number };

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
  /** Tenants that wait and are below their share; the one whose turn is next comes first. */
  turns: Set<Tenant>;
};

const allSlots = () => processMemory("slots", () => new Map<string, Slots>());

function tenantOf(slots: Slots, name: string): Tenant {
  const known = slots.tenants.get(name);
  if (known) return known;
  const made = { running: 0, waiting: undefined };
  slots.tenants.set(name, made);
  return made;
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
  if (tenant.running >= slots.room.share) return false;
  slots.running++;
  tenant.running++;
  return true;
}

/**
 * Waits for a slot after `tryTakeSlot` returned false. Returns true with a slot (then `freeSlot` must follow), false when
 * the wait was given up. A tenant with a thousand requests waits as long for its next turn as one with a single request.
 * @param began is called with a function that ends the wait
 */
export function waitForSlot(name: string, tenantName: string, began: (giveUp: () => void) => void): Promise<boolean> {
  const slots = allSlots().get(name);
  if (!slots) throw new Error("waitForSlot may only follow a tryTakeSlot that returned false.");
  const tenant = tenantOf(slots, tenantName);
  const waiting = (tenant.waiting ??= new Set());
  if (tenant.running < slots.room.share) slots.turns.add(tenant);
  return new Promise<boolean>((resolve) => {
    waiting.add(resolve);
    began(() => {
      if (!waiting.delete(resolve)) return;
      if (waiting.size === 0) slots.turns.delete(tenant);
      forgetIdle(slots, tenantName, tenant);
      resolve(false);
    });
  });
}

/** How many requests of one tenant wait. */
export const waitingForSlot = (name: string, tenantName: string): number =>
  allSlots().get(name)?.tenants.get(tenantName)?.waiting?.size ?? 0;

/** Gives free slots to the tenants whose turn it is. */
function serve(slots: Slots): void {
  while (slots.running < slots.room.total) {
    const [tenant] = slots.turns;
    const [pass] = tenant?.waiting ?? [];
    if (!tenant?.waiting || !pass) return;
    slots.turns.delete(tenant);
    tenant.waiting.delete(pass);
    slots.running++;
    tenant.running++;
    // Behind all others until its turn comes again.
    if (tenant.waiting.size > 0 && tenant.running < slots.room.share) slots.turns.add(tenant);
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
