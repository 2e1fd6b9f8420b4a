/** Lets a limited number of things run at a time under one name, and of those a limited number for one tenant; who waits is served tenant by tenant. */
import { once } from "../process-memory";

/** How many may run at a time: of all tenants together, and of one tenant. Both at least 1. */
export type GateRoom = { total: number; share: number };

type Tenant = {
  running: number;
  /** Who waits, in order; made when somebody does. */
  waiting: Set<(passed: boolean) => void> | undefined;
};

type Gate = {
  room: GateRoom;
  running: number;
  /** Those who run or wait. */
  tenants: Map<string, Tenant>;
  /** Tenants that wait and are below their share; the one whose turn is next comes first. */
  turns: Set<Tenant>;
};

const gates = () => once("fair-gate", () => new Map<string, Gate>());

function tenantOf(gate: Gate, name: string): Tenant {
  const known = gate.tenants.get(name);
  if (known) return known;
  const made = { running: 0, waiting: undefined };
  gate.tenants.set(name, made);
  return made;
}

/** Nothing is kept of a tenant that neither runs nor waits. */
function forgetIdle(gate: Gate, name: string, tenant: Tenant): void {
  if (tenant.running === 0 && !tenant.waiting?.size) gate.tenants.delete(name);
}

/**
 * Passes at once when there is room for this tenant. True must be followed by `leaveGate`.
 * @param room counts as it was given when the gate's first visitor came
 */
export function tryGate(name: string, tenantName: string, room: GateRoom): boolean {
  let gate = gates().get(name);
  if (!gate) {
    gate = { room, running: 0, tenants: new Map(), turns: new Set() };
    gates().set(name, gate);
  }
  if (gate.running >= gate.room.total) return false;
  const tenant = tenantOf(gate, tenantName);
  if (tenant.running >= gate.room.share) return false;
  gate.running++;
  tenant.running++;
  return true;
}

/**
 * Waits for a place after `tryGate` has refused: true when it is had (then `leaveGate` must follow), false when the wait
 * was given up. A tenant with a thousand requests waits as long for its next turn as one with a single request.
 * @param began is given what ends the wait
 */
export function queueAtGate(name: string, tenantName: string, began: (giveUp: () => void) => void): Promise<boolean> {
  const gate = gates().get(name);
  if (!gate) throw new Error("A gate is waited at only after tryGate has refused.");
  const tenant = tenantOf(gate, tenantName);
  const waiting = (tenant.waiting ??= new Set());
  if (tenant.running < gate.room.share) gate.turns.add(tenant);
  return new Promise<boolean>((resolve) => {
    waiting.add(resolve);
    began(() => {
      if (!waiting.delete(resolve)) return;
      if (waiting.size === 0) gate.turns.delete(tenant);
      forgetIdle(gate, tenantName, tenant);
      resolve(false);
    });
  });
}

/** How many requests of one tenant wait. */
export const waitingAtGate = (name: string, tenantName: string): number =>
  gates().get(name)?.tenants.get(tenantName)?.waiting?.size ?? 0;

/** Gives free places to those whose turn it is. */
function serve(gate: Gate): void {
  while (gate.running < gate.room.total) {
    const [tenant] = gate.turns;
    const [pass] = tenant?.waiting ?? [];
    if (!tenant?.waiting || !pass) return;
    gate.turns.delete(tenant);
    tenant.waiting.delete(pass);
    gate.running++;
    tenant.running++;
    // Behind all others until its turn comes again.
    if (tenant.waiting.size > 0 && tenant.running < gate.room.share) gate.turns.add(tenant);
    pass(true);
  }
}

/** Gives a tenant's place back; it goes to the tenant whose turn is next. */
export function leaveGate(name: string, tenantName: string): void {
  const gate = gates().get(name);
  const tenant = gate?.tenants.get(tenantName);
  if (!gate || !tenant) return;
  gate.running--;
  tenant.running--;
  if (tenant.waiting?.size) gate.turns.add(tenant);
  serve(gate);
  forgetIdle(gate, tenantName, tenant);
  if (gate.running === 0) gates().delete(name);
}
