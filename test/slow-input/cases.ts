/** The targets of hostile input: each pure function, and each text argument of each composite tool. */
import { ANSWER, argumentSets, COMPOSITES, withText } from "@/test/handlers/composite-tools";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";
import { TEXT_FUNCTIONS, VALUE_FUNCTIONS } from "./functions";
import type { Work } from "./hold";
import { SHAPING_TEXTS, SHAPING_VALUES } from "./shaping-functions";
import { hostileTexts, hostileValues } from "./values";

export type Case = { name: string; work: Work; inputs: (n: number) => Record<string, unknown> };

/** They are built once per size: sixty texts of a million characters take longer than most functions that read them. */
function memoizeBySize<T>(make: (n: number) => Record<string, T>): (n: number) => Record<string, T> {
  const cache = new Map<number, Record<string, T>>();
  return (n) => {
    const cases = cache.get(n) ?? make(n);
    cache.set(n, cases);
    return cases;
  };
}
const texts = memoizeBySize(hostileTexts);
const values = memoizeBySize(hostileValues);

const tools = {
  call: () => Promise.resolve({ status: 200, headers: {}, data: ANSWER }),
  readFile: (file: unknown) =>
    Promise.resolve({
      name: (file as { name?: string }).name ?? "a",
      mimetype: "text/plain",
      bytes: Buffer.from("abc"),
    }),
  ...HANDLER_FACTS,
  fail: (message: string): never => {
    throw new Error(message);
  },
};

/** One case for each text argument of each composite tool. */
export const COMPOSITE_CASES: Case[] = COMPOSITES.flatMap(({ name, handler, inputs }) =>
  inputs.flatMap(argumentSets).map(
    ({ at: path, args }): Case => ({
      name: `the tool ${name}, ${path.join(".")}`,
      work: (text) => handler(withText(args, path, text as string) as Record<string, never>, tools),
      inputs: texts,
    }),
  ),
);

export const FUNCTIONS: Case[] = [
  ...Object.entries({ ...TEXT_FUNCTIONS, ...SHAPING_TEXTS }).map(([name, work]) => ({
    name,
    work: work as Work,
    inputs: texts,
  })),
  ...Object.entries({ ...VALUE_FUNCTIONS, ...SHAPING_VALUES }).map(([name, work]) => ({
    name: `${name} of a value`,
    work,
    inputs: values,
  })),
];
