/** Joins class names; a later Tailwind class wins over an earlier one of the same kind. */
import { clsx, type ClassValue } from "clsx";
import { createTailwindMerge } from "tailwind-merge";

const any = () => true;
const toClassGroups = (...names: string[]) => names.map((name) => ({ [name]: [any] }));

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
  whitespace: toClassGroups("whitespace"),
  size: toClassGroups("size"),
  w: toClassGroups("w"),
  h: toClassGroups("h"),
  "min-w": toClassGroups("min-w"),
  "max-w": toClassGroups("max-w"),
  "min-h": toClassGroups("min-h"),
  "max-h": toClassGroups("max-h"),
  p: toClassGroups("p"),
  px: toClassGroups("px"),
  py: toClassGroups("py"),
  pt: toClassGroups("pt"),
  pr: toClassGroups("pr"),
  pb: toClassGroups("pb"),
  pl: toClassGroups("pl"),
  m: toClassGroups("m"),
  mx: toClassGroups("mx"),
  my: toClassGroups("my"),
  mt: toClassGroups("mt"),
  mr: toClassGroups("mr"),
  mb: toClassGroups("mb"),
  ml: toClassGroups("ml"),
  gap: toClassGroups("gap"),
  "gap-x": toClassGroups("gap-x"),
  "gap-y": toClassGroups("gap-y"),
  direction: [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
  justify: [{ justify: ["start", "end", "center", "between", "around"] }],
  items: [{ items: ["start", "end", "center", "baseline", "stretch"] }],
  "font-size": [{ text: ["xs", "sm", "base", "lg", "xl", "2xl"] }],
  "text-align": [{ text: ["left", "center", "right"] }],
  "text-color": [{ text: [any] }],
  "font-weight": [{ font: ["normal", "medium", "semibold", "bold"] }],
  bg: toClassGroups("bg"),
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
    gap: ["gap-x", "gap-y"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ["*", "**", "before", "after"],
}));

export const cn = (...inputs: ClassValue[]): string => merge(clsx(inputs));
