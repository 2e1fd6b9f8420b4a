/** Joins class names: the later of a kind wins, as with the library's full list. */
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "./cn";

test.each([
  "h-8 w-full px-2 h-10 px-3",
  "p-2 px-3 p-4",
  "size-4 h-5",
  "h-5 w-5 size-4",
  "text-sm text-muted text-base text-ink",
  "text-left text-center text-sm",
  "border border-edge border-0",
  "border-t first:border-t-0 border-b-2",
  "border-b border-b-2 border-signal border-transparent",
  "flex hidden md:flex",
  "inline-flex relative block absolute",
  "rounded-lg rounded-md rounded-full",
  "font-normal font-medium",
  "hover:bg-hover bg-page hover:bg-page",
  "pointer-coarse:h-10 h-8 pointer-coarse:h-auto",
  "flex-col flex-row flex-1",
  "min-w-0 max-w-full min-w-24",
  "gap-2 gap-4",
  "gap-x-4 gap-y-1",
  "gap-x-4 gap-y-1 gap-2 gap-x-3",
  "justify-between justify-center items-start items-center",
  "mt-2 m-4",
  "[&_svg]:size-4 [&_svg]:size-3.5",
  "pr-3 pl-5 px-2",
])("%s", (classes) => expect(cn(classes)).toBe(twMerge(classes)));

test("conditions that do not hold leave nothing behind", () =>
  expect(cn("a", false, undefined, ["b", { c: true, d: false }])).toBe("a b c"));
