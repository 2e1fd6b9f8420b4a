/** Groups and roles as lines of text. */
import { expect, it } from "vitest";
import { fromGroupLines, toGroupLines } from "./group-lines";

it("reads what it writes, and groups with an equals sign", () => {
  const groups = [
    { group: "Platform team", role: "admin" },
    { group: "cn=devs,dc=example", role: "developer" },
  ];
  expect(fromGroupLines(toGroupLines(groups))).toEqual(groups);
  expect(fromGroupLines("\n a =  Viewer \n\nb")).toEqual([
    { group: "a", role: "viewer" },
    { group: "b", role: "" },
  ]);
});
