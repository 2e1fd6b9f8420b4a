/** Compares a typed name with a name as it is displayed: invisible characters cannot be typed. */

const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

const asRead = (text: string): string => text.normalize("NFC").replace(/\s+/gu, " ").replace(UNSEEN, "").trim();

export const isTyped = (text: string, name: string): boolean => asRead(text) === asRead(name);
