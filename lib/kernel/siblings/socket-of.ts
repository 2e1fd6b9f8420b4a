/** Where a process of this copy of the app listens for the others. */
import path from "node:path";
import { processPlace } from "../process/process-place";

export const socketOf = (index: number): string => path.join(processPlace().sockets, `process-${index}.sock`);

/** The bytes of one message: a cell's answer has at most a hundred displays, each of them limited. */
export const MAX_MESSAGE_BYTES = 512 * 1024 * 1024;
