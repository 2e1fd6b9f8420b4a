/** Ends the quiet of a restored server. */
import { endQuiet } from "@/lib/kernel/database/quiet";

/** All copies of the app begin to work within seconds. @returns false if the server is awake already */
export const wakeServer = (): Promise<boolean> => endQuiet();
