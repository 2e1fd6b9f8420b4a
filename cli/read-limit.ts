import { UsageError } from "./command";

/** Reads a whole number from 1 to `max` of an option. @throws {UsageError} if it is not one */
export function readLimit(option: string, text: string | undefined, standard: number, max: number): number {
  if (text === undefined) return standard;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > max)
    throw new UsageError(`The option --${option} takes a number from 1 to ${max}.`);
  return number;
}
