/** Long answers break off when their reader loses access. */
import { expect, it } from "vitest";
import { toTextStream } from "./to-text-stream";
import { ON } from "@/test/builders/origin";

function exported(parts: number, signal?: AbortSignal) {
  const state = { watches: 0, returned: false, end: () => undefined as void };
  async function* texts(): AsyncGenerator<string, void> {
    try {
      for (let n = 0; n < parts; n++) yield `row ${n}\n`;
    } finally {
      state.returned = true;
    }
  }
  const answer = toTextStream(
    texts(),
    {},
    (onEnd) => {
      state.end = onEnd;
      state.watches++;
      return () => {
        state.watches--;
      };
    },
    ON,
    signal,
  );
  return { state, answer };
}

it("is complete for a reader with lasting access, and then stops watching that access", async () => {
  const { state, answer } = exported(3);
  expect(await (await answer).text()).toBe("row 0\nrow 1\nrow 2\n");
  expect(state).toMatchObject({ watches: 0, returned: true });
});

it("breaks off when the reader's access ends, so that a part is not mistaken for the whole", async () => {
  const { state, answer } = exported(1_000_000);
  const reader = (await answer).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("row 0\n");
  state.end();
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow("access ended");
  expect(state).toMatchObject({ watches: 0, returned: true });
});

it("stops watching the access when the reader leaves", async () => {
  const { state, answer } = exported(1_000_000);
  await (await answer).body?.cancel();
  expect(state).toMatchObject({ watches: 0, returned: true });
});

it("ends the export of a reader who left before its first part was ready", async () => {
  const { state, answer } = exported(1_000_000, AbortSignal.abort());
  await answer;
  expect(state.returned).toBe(true);
});
