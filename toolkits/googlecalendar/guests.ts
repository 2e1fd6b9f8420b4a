/** Guests of an event by their addresses. */
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";

export type Guest = { email?: string } & Record<string, unknown>;

/** Two ways to write one address have the same key. */
export const addressKey = (email = ""): string => toAsciiAddress(email).toLowerCase();

/** The whole list of guests. Google forgets the response of a guest who is sent without it, so it is sent again. */
export function toGuests(emails: readonly string[], previous: readonly Guest[] = []): Guest[] {
  const byAddress = new Map(previous.map((guest) => [addressKey(guest.email), guest]));
  return emails.map((email) => byAddress.get(addressKey(email)) ?? { email: toAsciiAddress(email) });
}
