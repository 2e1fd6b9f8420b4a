/** All pages format sizes in the same way. */
import { expect, it } from "vitest";
import { toSize } from "./size";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 KB"],
  [1_572_864, "1.5 MB"],
  [26_214_400, "25 MB"],
  [1_073_741_824, "1 GB"],
  [1_073_741_823, "1 GB"],
])("says %i as %s", (bytes, expected) => {
  expect(toSize(bytes)).toBe(expected);
});
