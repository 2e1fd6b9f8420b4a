/** Whose events of a shared endpoint a trigger gets, as one text: the account, and the person where people differ. Pure. */
import { holdsAll, type IncomingEvent, valueAt } from "@/lib/catalog/event-value";
import type { Ingress } from "@/lib/catalog/trigger-type";

export const toOwnerKey = (account: string, person: string | undefined): string =>
  JSON.stringify(person === undefined ? [account] : [account, person]);

/**
 * Whether an event is of a trigger's account. What only one person of the account may see is of that person's triggers.
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
  const is = (way: string, own: string | undefined): boolean => {
    const value = valueAt(event, way) ?? valueAt(incoming.body, way);
    return own !== undefined && (typeof value === "string" || typeof value === "number") && String(value) === own;
  };
  if (!is(owner.event, account)) return false;
  return (
    !owner.person || holdsAll(owner.person.open, { ...incoming, body: event }, {}) || is(owner.person.event, person)
  );
}
