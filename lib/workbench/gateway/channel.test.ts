import { expect, it } from "vitest";
import { parseMessage } from "./channel";

const message = (data: string) => Buffer.from(`{"header":{"msg_type":"display_data"},"content":{"data":${data}}}`);

it("reads messages of the protocol, except those nested too deep to write again", () => {
  expect(parseMessage(message(`{"a/b":[1]}`))).toMatchObject({
    type: "display_data",
    content: { data: { "a/b": [1] } },
  });
  expect(parseMessage(message("[".repeat(300_000) + "]".repeat(300_000)))).toBeUndefined();
  for (const wrong of ["", "1", "{}", `{"header":1}`]) expect(parseMessage(Buffer.from(wrong))).toBeUndefined();
});
