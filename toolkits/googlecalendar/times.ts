/**
 * Times of events: a time without an offset is one on the clocks of a time zone, so that an event at nine stays at nine
 * when the clocks change.
 */

export const MINUTE_MS = 60_000;
export const DAY_MS = 1440 * MINUTE_MS;

/** A time of an event in Google's form: a day, or a time with its zone. */
export type EventTime = { date?: string; dateTime?: string; timeZone?: string };

const TIME = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** The parts of a written time: its reading of the clock as if it were UTC, and the offset. Undefined for no time. */
export function readTime(text: string): { wall: number; offset: string | undefined; isDay: boolean } | undefined {
  const [, day, clock, offset] = TIME.exec(text.trim()) ?? [];
  const wall = Date.parse(`${day ?? ""}T${clock ?? "00:00"}Z`);
  // Date.parse makes March of February 30.
  if (day === undefined || Number.isNaN(wall) || toLocal(Date.parse(day)).slice(0, 10) !== day) return undefined;
  return { wall, offset, isDay: clock === undefined };
}

const offsetMs = (offset: string): number => {
  if (offset === "Z") return 0;
  const [hours, minutes] = [offset.slice(1, 3), offset.slice(-2)].map(Number) as [number, number];
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
};

/** The clocks of a zone; undefined for a zone that does not exist. */
export function clockOf(zone: string): ((instant: number) => number) | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
    });
    return (instant) => {
      const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
      return Date.parse(`${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}Z`);
    };
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The instant of a reading of the clock. A reading that is left out when clocks go forward is as much later; of one
 * that there is twice, the first counts.
 */
function instantOf(wall: number, clock: (instant: number) => number): number {
  const before = wall - (clock(wall - DAY_MS) - (wall - DAY_MS));
  if (clock(before) === wall) return before;
  const after = wall - (clock(wall + DAY_MS) - (wall + DAY_MS));
  return clock(after) === wall ? after : before;
}

/** The instant that a text means in a zone; undefined if the text is not a time, or the zone does not exist. */
export function toInstant(text: string, zone: string): number | undefined {
  const time = readTime(text);
  const clock = clockOf(zone);
  if (!time || !clock) return undefined;
  return time.offset === undefined ? instantOf(time.wall, clock) : time.wall - offsetMs(time.offset);
}

/** The reading of the clock of a zone, without offset: `2026-01-31T13:00:00`. */
export const toLocal = (wall: number): string => new Date(wall).toISOString().slice(0, 19);

/** An instant as the clocks of a zone show it, with their offset. */
export function toZoned(instant: number, clock: (instant: number) => number): string {
  const wall = clock(instant);
  const minutes = Math.round((wall - Math.floor(instant / 1000) * 1000) / MINUTE_MS);
  if (minutes === 0) return new Date(instant).toISOString();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const pad = (part: number): string => String(part).padStart(2, "0");
  return `${toLocal(wall)}${minutes < 0 ? "-" : "+"}${pad(hours)}:${pad(rest)}`;
}
