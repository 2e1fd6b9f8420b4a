/** The numbers of the project, as the parts of the first page read them. */
import type { ResultOf } from "@/lib/contract/client";
import type { overviewApi } from "@/generated/addresses/overview";

export type Overview = ResultOf<typeof overviewApi.getOverview>;
export type Hour = Overview["executions"]["hourly"][number];

const count = (number: number, noun: string): string =>
  `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

/** A text that describes the bars, for people who cannot see them. */
export function describeUsage(hours: readonly Hour[], formatHour: (time: Date) => string): string {
  const total = hours.reduce((sum, hour) => sum + hour.total, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  if (total === 0) return `No calls in the last ${hours.length} hours.`;
  const busiest = hours.reduce((most, hour) => (hour.total > most.total ? hour : most));
  return (
    `${count(total, "call")} in the last ${hours.length} hours, ` +
    `${failed === 0 ? "none" : failed.toLocaleString("en")} of them failed. The busiest hour began at ` +
    `${formatHour(new Date(busiest.at))} with ${count(busiest.total, "call")}.`
  );
}

/** `12%`, `under 1%`; empty if the part or the whole is 0. */
export function toShare(part: number, whole: number): string {
  if (whole === 0 || part === 0) return "";
  const share = (part / whole) * 100;
  return part > 0 && share < 1 ? "under 1%" : `${Math.round(share)}%`;
}
