import { availableParallelism, tmpdir } from "node:os";
import { expect, it } from "vitest";
import { divideConnections } from "../database/divide-connections";
import { readEnv } from "./env";

const read = (settings: Record<string, string>) => readEnv({ PATCHBAY_DATA_DIR: tmpdir(), ...settings });

it.each([
  [{}, { processes: 1, databaseConnections: 40 }],
  [{ PATCHBAY_PROCESSES: "2" }, { processes: 2, databaseConnections: 40 }],
  [{ PATCHBAY_PROCESSES: "4" }, { processes: 4, databaseConnections: 80 }],
  [
    { PATCHBAY_PROCESSES: "4", PATCHBAY_DATABASE_CONNECTIONS: "72" },
    { processes: 4, databaseConnections: 72 },
  ],
])("reads %j", (settings, expected) => {
  expect(read({ ...settings, PATCHBAY_SECRET: "x".repeat(32) })).toMatchObject(expected);
});

it("takes as many processes as there are cores", () => {
  const { processes } = read({ PATCHBAY_PROCESSES: "auto", PATCHBAY_SECRET: "x".repeat(32) });
  expect(processes).toBe(Math.min(availableParallelism(), 64));
});

it.each([
  [{ PATCHBAY_PROCESSES: "0" }, "PATCHBAY_PROCESSES must be from 1 to 64"],
  [{ PATCHBAY_PROCESSES: "many" }, "PATCHBAY_PROCESSES must be a number of processes from 1 to 64, or auto"],
  [
    { PATCHBAY_PROCESSES: "3", PATCHBAY_DATABASE_CONNECTIONS: "40" },
    "PATCHBAY_DATABASE_CONNECTIONS must be 54 or more for 3 processes",
  ],
])("refuses %j", (settings, message) => {
  expect(() => read(settings)).toThrow(message);
});

it("gives the connections of pages to requests in a process without pages", () => {
  const [first, second] = [divideConnections(20), divideConnections(20, { pages: false })];
  expect(second).toEqual({ ...first, pages: 0, requests: first.requests + first.pages });
});
