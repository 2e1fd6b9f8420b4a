/** A request_state opens for its session and its call only, and nobody can make one. */
import { expect, it } from "vitest";
import { fingerprintOf, openState, sealState } from "./request-state";

const session = { id: "trs_one", projectId: "proj_one" };
const print = fingerprintOf(["MAIL_SEND", { to: "ada", cc: ["eva"] }, null, 0]);
const state = { call: "apr_one", print };
const sealed = sealState(session, state);
const opens =
  (text: string, by = session, with_ = print) =>
  () =>
    openState(by, text, with_);

it("opens a sealed state, also if the client has written the fields in another order", () => {
  expect(opens(sealed)()).toEqual(state);
  expect(fingerprintOf(["MAIL_SEND", { cc: ["eva"], to: "ada" }, null, 0])).toBe(print);
  const batch = { batch: "batch_x", since: Date.now(), print, calls: { "0": "apr_one" } };
  expect(openState(session, sealState(session, batch), print)).toEqual(batch);
});

it("returns 400 for another session, project, tool, arguments, account or place", () => {
  const expectedError = expect.objectContaining({
    status: 400,
    details: expect.objectContaining({ errors: [expect.any(String)] }),
  });
  expect(opens(sealed, { ...session, id: "trs_two" })).toThrow(expectedError as Error);
  expect(opens(sealed, { ...session, projectId: "proj_two" })).toThrow(expectedError as Error);
  for (const other of [
    ["MAIL_READ", { to: "ada", cc: ["eva"] }, null, 0],
    ["MAIL_SEND", { to: "eve", cc: ["eva"] }, null, 0],
    ["MAIL_SEND", { to: "ada", cc: ["eva"] }, "ca_other", 0],
    ["MAIL_SEND", { to: "ada", cc: ["eva"] }, null, 1],
  ])
    expect(opens(sealed, session, fingerprintOf(other))).toThrow(/belongs to another call/);
});

it("returns 400 for several calls of long ago, whose executions are no longer remembered", () => {
  const since = Date.now() - 23 * 3_600_000;
  const batch = { batch: "batch_x", print, calls: { "0": "apr_one" } };
  expect(opens(sealState(session, { ...batch, since: since + 60_000 }))()).toMatchObject(batch);
  expect(opens(sealState(session, { ...batch, since: since - 1 }))).toThrow(/older than 23 hours/);
});

it("returns 400 for a state that is changed anywhere, cut, empty, or of another form", () => {
  for (const index of [0, 3, 12, 20, sealed.length - 3]) {
    const changed = sealed.slice(0, index) + (sealed[index] === "A" ? "B" : "A") + sealed.slice(index + 1);
    expect(opens(changed), String(index)).toThrow(/none that this session gave/);
  }
  for (const text of ["", "x", sealed.slice(0, -4), `${sealed}AAAA`, btoa(JSON.stringify(state))])
    expect(opens(text), text).toThrow(/none that this session gave/);
  expect(opens(sealState(session, { call: 1, print } as never))).toThrow(/none that this session gave/);
});
