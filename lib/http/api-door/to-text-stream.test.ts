/** Long answers break off when their reader loses access. */
import { expect, it } from "vitest";
import { toTextStream } from "./to-text-stream";
import { ON } from "@/test/builders/origin";

function exported(parts: number) {
  const seen = { watches: 0, returned: false, end: () => undefined as void };
  async function* texts(): AsyncGenerator<string, void> {
    try {
      for (let n = 0; n < parts; n++) yield `row ${n}\n`;
    } finally {
      seen.returned = true;
    }
  }
  const answer = toTextStream(
    texts(),
    {},
    (ended) => {
      seen.end = ended;
      seen.watches++;
      return () => {
        seen.watches--;
      };
    },
    ON,
  );
  return { seen, answer };
}

it("is complete for a reader with lasting access, and then stops watching that access", async () => {
  const { seen, answer } = exported(3);
  expect(await (await answer).text()).toBe("row 0\nrow 1\nrow 2\n");
  expect(seen).toMatchObject({ watches: 0, returned: true });
});

it("breaks off when the reader's access ends, so that a part is not mistaken for the whole", async () => {
  const { seen, answer } = exported(1_000_000);
  const reader = (await answer).body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("row 0\n");
  seen.end();
  await expect(
    (async () => {
      while (!(await reader?.read())?.done);
    })(),
  ).rejects.toThrow("access ended");
  expect(seen).toMatchObject({ watches: 0, returned: true });
});

it("stops watching the access when the reader leaves", async () => {
  const { seen, answer } = exported(1_000_000);
  await (await answer).body?.cancel();
  expect(seen).toMatchObject({ watches: 0, returned: true });
});
