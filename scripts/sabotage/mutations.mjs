// Guards whose loss the tests must notice; a file for each room.
import { kernel } from "./kernel.mjs";

/** @type {import("./mutate.mjs").Mutation[]} */
export const MUTATIONS = [...kernel];
