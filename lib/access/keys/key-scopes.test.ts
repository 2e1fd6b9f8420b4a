/** Scoped keys: every operation of the API against every area and level. */
import { expect, it } from "vitest";
import { operations } from "@/lib/api";
import { KEY_AREAS } from "@/lib/contract/permission";
import { ApiError } from "@/lib/kernel/errors";
import { authorize } from "../authorize";
import type { ProjectCaller } from "../caller";
import { type KeyScopes, readScopes, toPermissions, toScopes } from "./key-scopes";

const withScopes = (scopes: KeyScopes): ProjectCaller => ({
  kind: "project",
  organizationId: "org_1",
  projectId: "proj_1",
  settings: { maskSecrets: true, storePayloads: true },
  by: { kind: "apiKey", keyId: "key_1", permissions: toPermissions(scopes) },
});

const ofKeys = operations.filter(({ auth }) => auth === "project");
const areaOf = (permission: string) => permission.slice(0, permission.indexOf(":"));
/** The permissions of an operation as the least levels that allow it. */
const leastOf = ({ permission, also = [] }: (typeof ofKeys)[number]): Record<string, "read" | "write"> => {
  const levels: Record<string, "read" | "write"> = {};
  for (const needed of [permission, ...also])
    if (levels[areaOf(needed)] !== "write") levels[areaOf(needed)] = needed.endsWith(":write") ? "write" : "read";
  return levels;
};
const isClosedToKeys = (levels: object) =>
  Object.keys(levels).some((area) => !KEY_AREAS.some((keyArea) => keyArea === area));
const refusalOf = (caller: ProjectCaller, op: (typeof ofKeys)[number]): string | null => {
  try {
    void authorize(caller, op.permission, undefined, op.also);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.message;
  }
};
const ALL = Object.fromEntries(KEY_AREAS.map((area) => [area, "write"])) as KeyScopes;

it("an operation works with the least scopes that it names, and with any of them missing or lower it is refused", () => {
  let checks = 0;
  for (const op of ofKeys) {
    const least = leastOf(op);
    if (isClosedToKeys(least)) continue;
    expect(refusalOf(withScopes(least), op), op.id).toBeNull();
    for (const [area, level] of Object.entries(least)) {
      const { [area as keyof KeyScopes]: _, ...closed } = ALL;
      const sentence = `This API key cannot do this: it lacks ${level} access to ${area}.`;
      expect(refusalOf(withScopes(closed), op), op.id).toBe(sentence);
      if (level === "write") expect(refusalOf(withScopes({ ...ALL, [area]: "read" }), op), op.id).toBe(sentence);
      checks += 2;
    }
  }
  expect(checks).toBeGreaterThan(300);
});

it("what protects a project is closed to every scoped key", () => {
  const closed = ofKeys.filter((op) => isClosedToKeys(leastOf(op)));
  expect(closed.length).toBeGreaterThan(10);
  for (const op of closed) expect(refusalOf(withScopes(ALL), op), op.id).toMatch(/lacks (read|write) access to/);
});

it("what this version cannot read opens nothing", () => {
  for (const value of [null, "write", ["tools"], { tools: "all" }, { everything: "write" }])
    expect(toPermissions(readScopes(value)).size, JSON.stringify(value)).toBe(0);
});

it("write includes read, and none is not stored", () => {
  expect([...toPermissions({ tools: "write", files: "read" })].sort()).toEqual([
    "files:read",
    "tools:read",
    "tools:write",
  ]);
  expect(toScopes({ tools: "read", files: "none" })).toEqual({ tools: "read" });
});
