/** The name of a file that is saved from the dashboard: its kind, the project, and the day. */
const two = (part: number): string => String(part).padStart(2, "0");

/** `toFileName("tool-logs", "My project", day, "csv")` is "tool-logs-my-project-2026-11-26.csv". */
export function toFileName(what: string, project: string, day: Date, ending: string): string {
  const words = project
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  const date = `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
  return `${[what, words, date].filter(Boolean).join("-")}.${ending}`;
}
