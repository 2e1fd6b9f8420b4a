// Whether this machine has the disk and the memory for a start, before any work begins.
import { existsSync, statfsSync, statSync } from "node:fs";
import path from "node:path";
import { DISK, existingFolder, inUnits, MB, MEMORY, freeMemoryInMb, memoryInMb } from "../doctor/machine.mjs";
import { catalogDir, dataDirectory, inRoot, release } from "../paths.mjs";
import { Refusal } from "./start-problems.mjs";

const PAGES = inRoot(".next/BUILD_ID");
/**
 * The MB that each part of a checkout takes: measured in a bare clone, where they were 1,074, 398 (descriptions 197,
 * compiled files 154, bundles and load files 47) and 23. A part that exists takes none.
 */
const PARTS = [
  [inRoot("node_modules"), 1_100],
  [path.join(catalogDir, "catalog.json"), 410],
  [PAGES, 40],
];
/** MB that PostgreSQL needs to start on a data folder that has a database. */
const EXISTING_DATA = 64;
/** MB of memory at the peak of the pages' build, measured. */
const BUILD_MEMORY = 2_400;
/** MB of free memory that the pages' build needs at least. */
const FREE_FOR_PAGES = 2_000;
/** MB of free memory in which the pages can be built while the catalog is compiled. */
const FREE_FOR_BOTH = 4_000;

function assertDisk(folder, needed, advice) {
  const { blocks, bavail, bsize } = statfsSync(existingFolder(folder));
  const free = (bavail * bsize) / MB;
  // Some file systems do not report their size.
  if (needed === 0 || blocks === 0 || free >= needed) return;
  throw new Refusal(
    `The disk of ${folder} has ${free < 1 ? "no space" : inUnits(free)} free, and this start needs ${inUnits(needed)}: make room${advice}. Nothing was begun.`,
  );
}

/** Whether the pages can be built while the catalog is compiled. */
export const hasRoomForBoth = () => freeMemoryInMb() >= FREE_FOR_BOTH;

function warnOfMemory(builds, warn) {
  const mb = memoryInMb();
  const free = freeMemoryInMb();
  if (builds && mb >= BUILD_MEMORY && free < FREE_FOR_PAGES)
    warn(
      `Only ${inUnits(free)} of memory are free, and building the pages needs ${inUnits(FREE_FOR_PAGES)} once: without swap the system may end it. End other programs first.`,
    );
  const needed = builds ? BUILD_MEMORY : MEMORY.least;
  if (mb >= needed) return;
  const memory = `This machine has ${inUnits(mb)} of memory`;
  warn(
    builds
      ? `${memory}, and building needs ${inUnits(needed)} once: without swap the system may end it. Give it more memory, or build a release on another machine (npm run release).`
      : `${memory}, and the server needs ${inUnits(needed)}: without swap the system may end it. Give it more memory.`,
  );
}

/**
 * Too little memory is reported as a line only, because swap can make up for it.
 * @param {{ dev: boolean, warn: (line: string) => void }} options
 * @throws {Refusal} if a disk is too small for what the start still has to write
 */
export function assertRoom({ dev, warn }) {
  const missing = release ? [] : PARTS.filter(([place]) => !existsSync(place) && !(dev && place === PAGES));
  const forParts = missing.reduce((sum, [, mb]) => sum + mb, 0);
  const dataDir = dataDirectory();
  const hasDatabase =
    Boolean(process.env.DATABASE_URL || process.env.DATABASE_URL_FILE) ||
    existsSync(path.join(dataDir, "postgres", "PG_VERSION"));
  const forData = hasDatabase ? EXISTING_DATA : DISK.least;
  const isOneDisk = statSync(inRoot()).dev === statSync(existingFolder(dataDir)).dev;
  assertDisk(inRoot(), isOneDisk && forParts > 0 ? forParts + forData : forParts, "");
  assertDisk(dataDir, forData, ", or set PATCHBAY_DATA_DIR to a folder on another disk");
  warnOfMemory(
    missing.some(([place]) => place === PAGES),
    warn,
  );
}
