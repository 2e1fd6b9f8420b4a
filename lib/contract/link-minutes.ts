/** For how many minutes a link to the connect page can work. */
import { z } from "zod";

const RANGE = "must be from 10 to 10080 (7 days)";

export const LinkMinutes = z
  .number("must be a number of minutes")
  .int("must be a whole number of minutes")
  .min(10, RANGE)
  .max(10_080, RANGE)
  .meta({ description: "Of our own: for how many minutes a link works; as long as the project says unless told" });
