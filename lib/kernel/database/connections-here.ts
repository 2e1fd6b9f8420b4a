/** The most database connections of this process: its part of those of its copy of the app. */
import { env } from "../process/env";
import { processPlace } from "../process/process-place";

export const connectionsHere = (): number => Math.floor(env().databaseConnections / processPlace().count);
