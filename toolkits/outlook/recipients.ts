/** People as Microsoft Graph writes them in messages and events. */
import { toAsciiAddress } from "@/lib/catalog/to-ascii-address";

export type Recipient = { emailAddress?: { address?: string; name?: string } };

/** One person, with the domain of the address in ASCII. */
export const recipient = (address: string, name?: string): Recipient => ({
  emailAddress: { address: toAsciiAddress(address), ...(name ? { name } : {}) },
});

/** Several people, from their addresses alone. */
export const recipients = (addresses: readonly string[] = []): Recipient[] =>
  addresses.map((address) => recipient(address));

const keyOf = ({ emailAddress }: Recipient): string => toAsciiAddress(emailAddress?.address ?? "").toLowerCase();

/** Both lists as one, in which nobody is named twice. */
export function joinRecipients(first: readonly Recipient[], second: readonly Recipient[]): Recipient[] {
  const keys = new Set(first.map(keyOf));
  return [...first, ...second.filter((person) => !keys.has(keyOf(person)))];
}
