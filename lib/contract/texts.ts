/** Texts of callers, each with its most characters: what is stored or said again must not be of any length. */
import { z } from "zod";

/** Ids and slugs; none of ours is longer than a hundred characters. */
export const MAX_ID = 500;
/** Addresses to send a browser to. Not all servers and browsers support longer addresses. */
export const MAX_URL = 4096;
/** What a provider adds to the address that it sends a person back to: codes may be whole tokens. */
export const MAX_CALLBACK_VALUE = 16_384;
/** Bytes in base64: as many as a body can hold. */
export const MAX_BASE64 = 10 * 1024 * 1024;

/** A moment as ISO 8601 writes it. */
export const MAX_MOMENT = 64;

/** An id in a path. */
export const idParam = (description: string) => z.string().min(1).max(MAX_ID).meta({ description });

/** The error for a text with invisible characters, such as line breaks: an address cannot contain them. */
const NO_CONTROLS = "must not hold control characters";

/** Whether a text holds characters that nobody sees; programs that read addresses drop or move them. */
export const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** A text that is an address, or becomes a part of an address; its operation defines what else it must be. */
export const plainAddress = (max = MAX_URL) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !hasControls(text), NO_CONTROLS);

/** An absolute http(s) address. Its characters are looked at first: `z.url` takes tabs and line breaks out. */
export const webAddress = (error: string, max = 2000) =>
  z
    .string()
    .max(max)
    .refine((text) => !hasControls(text), NO_CONTROLS)
    .check(z.url({ protocol: /^https?$/, error }));

/** An address that a person's browser is sent to. */
export const urlOf = (description: string) => plainAddress().optional().meta({ description });
