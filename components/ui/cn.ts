/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
const one = (...names: string[]) => names.map((name) => ({ [name]: [any] }));

/** The kinds of classes that our components hand to each other. */
const CLASS_GROUPS = {
  display: [
    "block",
    "inline",
    "inline-block",
    "flex",
    "inline-flex",
    "grid",
    "inline-grid",
    "table",
    "contents",
    "hidden",
  ],
  position: ["static", "fixed", "absolute", "relative", "sticky"],
  visibility: ["visible", "invisible"],
  size: one("size"),
  w: one("w"),
  h: one("h"),
  "min-w": one("min-w"),
  "max-w": one("max-w"),
  "min-h": one("min-h"),
  "max-h": one("max-h"),
  p: one("p"),
  px: one("px"),
  py: one("py"),
  pt: one("pt"),
  pr: one("pr"),
  pb: one("pb"),
  pl: one("pl"),
  m: one("m"),
  mx: one("mx"),
  my: one("my"),
  mt: one("mt"),
  mr: one("mr"),
  mb: one("mb"),
  ml: one("ml"),
  gap: one("gap"),
  direction: [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
  justify: [{ justify: ["start", "end", "center", "between", "around"] }],
  items: [{ items: ["start", "end", "center", "baseline", "stretch"] }],
  "font-size": [{ text: ["xs", "sm", "base", "lg", "xl", "2xl"] }],
  "text-align": [{ text: ["left", "center", "right"] }],
  "text-color": [{ text: [any] }],
  "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
  bg: one("bg"),
  "border-width": [{ border: ["", "0", "2"] }],
  "border-t": [{ "border-t": ["", any] }],
  "border-r": [{ "border-r": ["", any] }],
  "border-b": [{ "border-b": ["", any] }],
  "border-l": [{ "border-l": ["", any] }],
  "border-color": [{ border: [any] }],
  rounded: [{ rounded: ["", any] }],
};

/** The library's full list knows all of Tailwind and is four times as large, in every page's first load. */
const merge = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups: CLASS_GROUPS,
  conflictingClassGroups: {
    size: ["w", "h"],
    p: ["px", "py", "pt", "pr", "pb", "pl"],
    px: ["pr", "pl"],
    py: ["pt", "pb"],
    m: ["mx", "my", "mt", "mr", "mb", "ml"],
    mx: ["mr", "ml"],
    my: ["mt", "mb"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "before", "after"],
}));

export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));
