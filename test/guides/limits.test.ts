/** The guide of limits has the numbers of the code: each row is compared with a constant or a setting. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { CODE_OF_LIMITS } from "./code-of-limits";

/** A product such as `10 * 1024 * 1024`, `60_000` or `128 * MB`. */
const toNumber = (product: string): number =>
  product
    .split("*")
    .map((factor) =>
      Number(
        factor
          .trim()
          .replaceAll("_", "")
          .replace(/^MB$/, String(1024 ** 2)),
      ),
    )
    .reduce((left, right) => left * right);

/** @param constant its name, or that of one of its fields, as `LIMIT.requests` */
function readConstant(file: string, constant: string): string {
  const [name = "", field] = constant.split(".");
  const source = readFileSync(inRoot("lib", `${file}.ts`), "utf8");
  const value = new RegExp(`const ${name}(?:: \\w+)? = ([^;]*);`).exec(source)?.[1] ?? "";
  return field ? (new RegExp(`\\b${field}: (\\w+)`).exec(value)?.[1] ?? "") : value;
}

const inWords = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
/** In the largest unit in which it is a whole number. */
function toTime(seconds: number): string {
  const unit = UNITS.find(([, length]) => seconds % length === 0);
  return unit ? inWords(seconds / unit[1], unit[0]) : inWords(seconds, "second");
}
const toSize = (bytes: number): string => (bytes < 1024 ** 2 ? `${bytes / 1024} KB` : `${bytes / 1024 ** 2} MB`);
const toCount = (count: number): string => count.toLocaleString("en-US");

function toRate(value: string): string {
  const [, requests = "", seconds = ""] = /requests: (\w+), seconds: (\w+)/.exec(value) ?? [];
  return `${requests} in ${toTime(toNumber(seconds))}`;
}

const FORMS: Readonly<Record<string, (value: string) => string>> = {
  count: (value) => toCount(toNumber(value)),
  characters: (value) => inWords(toNumber(value), "character"),
  bytes: (value) => toSize(toNumber(value)),
  ms: (value) => toTime(toNumber(value) / 1000),
  seconds: (value) => toTime(toNumber(value)),
  hours: (value) => inWords(toNumber(value), "hour"),
  days: (value) => inWords(toNumber(value), "day"),
  rate: toRate,
};

const guide = readFileSync(inRoot("docs/reference/limits.md"), "utf8");
const rows = [...guide.matchAll(/^\| (?!limit|setting|---)(.+?) \| (.+?) \|$/gm)].map(
  ([, row = "", value = ""]) => [row, value] as const,
);

const ofConstants = CODE_OF_LIMITS.map(({ row, file, constant, form }) => {
  const value = FORMS[form]?.(readConstant(file, constant));
  return [row, value ?? `no form ${form}`] as const;
});

/** The template of the settings has each with its default. */
const template = readFileSync(inRoot(".env.example"), "utf8");
const ofSettings = rows
  .filter(([row]) => row.startsWith("`PATCHBAY_"))
  .map(([row]) => {
    const value = new RegExp(`^# ${row.slice(1, -1)}=(\\d+)$`, "m").exec(template)?.[1];
    return [row, toCount(Number(value))] as const;
  });

it("has the numbers of the code, and no others", () =>
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries([...ofConstants, ...ofSettings])));

it("has each limit once", () => expect(new Set(rows.map(([row]) => row)).size).toBe(rows.length));
