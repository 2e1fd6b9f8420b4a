/** The columns that a person chose for each list, and their widths, as one short text for a cookie. Pure. */

/** Columns that differ from the list's own choice, and widths in pixels, by the headings of the columns. */
export type ColumnChoice = {
  visibility: Readonly<Record<string, boolean>>;
  widths: Readonly<Record<string, number>>;
};

export type ColumnChoices = Readonly<Record<string, ColumnChoice>>;

export const NO_CHOICE: ColumnChoice = { visibility: {}, widths: {} };

export const MIN_WIDTH = 64;
export const MAX_WIDTH = 960;

/** A browser keeps 4096 bytes of a cookie, and percent encoding makes a space three times as long. */
const MAX_LENGTH = 1200;

export const toWidth = (pixels: number): number => Math.round(Math.min(Math.max(pixels, MIN_WIDTH), MAX_WIDTH));

/** `tool_logs;+Session;-User;Tool=320|users;-Toolkits`; empty if nothing was chosen. The oldest choices are dropped. */
export function writeChoices(choices: ColumnChoices): string {
  const parts = Object.entries(choices).flatMap(([list, { visibility, widths }]) => {
    const entries = [
      ...Object.entries(visibility).map(([heading, isShown]) => `${isShown ? "+" : "-"}${heading}`),
      ...Object.entries(widths).map(([heading, width]) => `${heading}=${width}`),
    ];
    return entries.length > 0 ? [[list, ...entries].join(";")] : [];
  });
  while (parts.join("|").length > MAX_LENGTH) parts.shift();
  return parts.join("|");
}

function readEntries(entries: readonly string[]): ColumnChoice {
  const visibility: Record<string, boolean> = {};
  const widths: Record<string, number> = {};
  for (const entry of entries) {
    const [heading = "", width] = entry.split("=");
    if (/^[+-]./.test(entry)) visibility[entry.slice(1)] = entry.startsWith("+");
    else if (heading !== "" && Number(width) > 0) widths[heading] = toWidth(Number(width));
  }
  return { visibility, widths };
}

/** Whatever is in a cookie: entries that cannot be read are left out. */
export function readChoices(text: string | undefined): ColumnChoices {
  const lists = (text ?? "").slice(0, MAX_LENGTH).split("|");
  return Object.fromEntries(
    lists.flatMap((part) => {
      const [list, ...entries] = part.split(";");
      return list ? [[list, readEntries(entries)] as const] : [];
    }),
  );
}

/** The choices with a new choice of one list, which becomes the newest. */
export function withChoice(choices: ColumnChoices, list: string, choice: ColumnChoice): ColumnChoices {
  const { [list]: _before, ...others } = choices;
  return { ...others, [list]: choice };
}
