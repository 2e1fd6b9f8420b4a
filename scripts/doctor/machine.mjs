// What a server needs of the machine: Node, memory, disk.
import { statfsSync } from "node:fs";
import { freemem, totalmem } from "node:os";
import path from "node:path";

export const MB = 2 ** 20;
/** Measured: 0.5 GB with the embedded database after the start, and as much again for traffic. */
export const MEMORY = { least: 700, good: 950 };
/** A new data folder with the catalog and PostgreSQL's log. */
export const DISK = { least: 600, good: 3000 };

/** A size for people. */
export const inUnits = (mb) => (mb >= 1024 ? `${(mb / 1024).toFixed(1)} GB` : `${Math.round(mb)} MB`);

/** Older versions do not get here: the start of every command refuses them. */
export const checkNode = () => ({ name: "Node", state: "ok", text: process.version.slice(1) });

/** The memory of the machine, or of the container. */
export function memoryInMb() {
  const limit = process.constrainedMemory?.() ?? 0;
  return (limit > 0 && limit < totalmem() ? limit : totalmem()) / MB;
}

/** The memory that programs can still get, without swap. */
export const freeMemoryInMb = () => Math.min(process.availableMemory?.() ?? freemem(), memoryInMb() * MB) / MB;

/** Whether the memory is enough for the server. */
export function checkMemory() {
  const name = "Memory";
  const mb = memoryInMb();
  if (mb < MEMORY.least)
    return { name, state: "problem", text: `${inUnits(mb)}; the server needs 1 GB`, fix: "Give it more memory." };
  if (mb < MEMORY.good) return { name, state: "warning", text: `${inUnits(mb)}; 1 GB leaves room for traffic` };
  return { name, state: "ok", text: inUnits(mb) };
}

/** The nearest folder that exists. */
export function existingFolder(folder) {
  for (let place = folder; ; place = path.dirname(place)) {
    try {
      statfsSync(place);
      return place;
    } catch (error) {
      if (error.code !== "ENOENT" || place === path.dirname(place)) throw error;
    }
  }
}

/** The room on the disk of the data folder. */
export function checkDisk(dataDir) {
  const name = "Disk";
  const { bavail, bsize } = statfsSync(existingFolder(dataDir));
  const mb = (bavail * bsize) / MB;
  const text = `${inUnits(mb)} free for ${dataDir}`;
  const fix = "Make room, or set PATCHBAY_DATA_DIR to a folder on another disk.";
  if (mb < DISK.least) return { name, state: "problem", text, fix };
  return mb < DISK.good ? { name, state: "warning", text, fix } : { name, state: "ok", text };
}
