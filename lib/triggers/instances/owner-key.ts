/**
 * Whose events of a shared endpoint a trigger gets, as one text: the account, and the person where people differ. Pure.
 */
import { holdsAll, type IncomingEvent, valueAt } from "@/lib/catalog/event-value";
import { listAt } from "@/lib/catalog/list-at";
import type { Ingress } from "@/lib/catalog/trigger-type";

export const toOwnerKey = (account: string, person: string | undefined): string =>
  JSON.stringify(person === undefined ? [account] : [account, person]);

/** An id as text; undefined for other values, and for text that the database cannot store. */
const idAt = (value: unknown, way: string): string | undefined => {
  const id = valueAt(value, way);
  const text = typeof id === "string" || typeof id === "number" ? String(id) : undefined;
  return text?.includes("\0") ? undefined : text;
};

/** The accounts that the events of a request are of; null where nobody shares the endpoint. */
export function accountsOf({ owner, events }: Pick<Ingress, "owner" | "events">, body: unknown): string[] | null {
  if (!owner) return null;
  const all = [body, ...(events === undefined ? [] : (listAt(body, events) ?? []))];
  return [...new Set(all.flatMap((item) => idAt(item, owner.event) ?? []))];
}

/**
 * Whether an event belongs to a trigger's account. Events that only one person of the account may see belong to that
 * person's triggers.
 * @param event one of the events in the body, or the body itself
 */
export function isOwned(
  { owner }: Pick<Ingress, "owner">,
  ownerKey: string | null,
  event: unknown,
  incoming: IncomingEvent,
): boolean {
  if (!owner) return true;
  if (ownerKey === null) return false;
  const [account, person] = ownerKey.startsWith("[") ? (JSON.parse(ownerKey) as [string, string?]) : [ownerKey];
  const is = (way: string, ownId: string | undefined): boolean => {
    const value = idAt(event, way) ?? idAt(incoming.body, way);
    return ownId !== undefined && value === ownId;
  };
  if (!is(owner.event, account)) return false;
  return (
    !owner.person || holdsAll(owner.person.open, { ...incoming, body: event }, {}) || is(owner.person.event, person)
  );
}
