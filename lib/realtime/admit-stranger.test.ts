/** The limit of connections that wait for a proof. */
import { expect, it } from "vitest";
import { admitStranger } from "./admit-stranger";

const admitted = (address: string) => {
  const end = admitStranger(address);
  if (typeof end !== "function") throw new Error(end.words);
  return end;
};

it("one address has fifty places, which come free once each; others have theirs, up to a thousand in all", () => {
  const ends = Array.from({ length: 50 }, () => admitted("192.0.2.1"));
  expect(admitStranger("192.0.2.1")).toMatchObject({ status: 429 });
  ends[0]?.();
  ends[0]?.();
  ends.push(admitted("192.0.2.1"));
  expect(admitStranger("192.0.2.1")).toMatchObject({ status: 429 });
  for (let n = 0; n < 950; n++) ends.push(admitted(`198.51.100.${n}`));
  expect(admitStranger("203.0.113.1")).toMatchObject({ status: 503 });
  for (const end of ends) end();
  expect(admitStranger("192.0.2.1")).toBeTypeOf("function");
});
