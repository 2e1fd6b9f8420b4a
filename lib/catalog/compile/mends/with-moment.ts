/** Moments that a description types as days. */
import type { ToolSchema } from "../../tool-schema";

const OF_MOMENT =
  /\bdate and time\b|\bdate-time value\b|\btime ?zone offset\b|\bUTC zone offset\b|\bhh:mm|T\d{2}:\d{2}:\d{2}/i;

/** The schema as a moment where its words speak of one; a day alone is still taken. */
export const withMoment = (schema: ToolSchema): ToolSchema =>
  schema.format === "date" && OF_MOMENT.test(schema.description ?? "") ? { ...schema, format: "date-time" } : schema;
