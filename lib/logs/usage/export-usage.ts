/** Usage of a project as a file. */
import { readUsage, readUsageBy } from "./read-usage";
import { MAX_KEYS, type UsageDimension, type UsageRange } from "./contract";
import { toKeyFile, toTimeFile } from "./to-usage";

/** CSV with a heading: a line for each step, or for each of the values with the most calls. */
export async function exportUsage(projectId: string, range: UsageRange, by: "time" | UsageDimension): Promise<string> {
  if (by === "time") return toTimeFile(await readUsage(projectId, range));
  return toKeyFile(by, (await readUsageBy(projectId, { range, by, limit: MAX_KEYS })).items);
}
