/** Answers whose types the toolkit's file names. */
import { expect, it } from "vitest";
import { readNamedAnswers } from "./read-named-answers";

const FILES = {
  "payloads/v10/emoji.d.ts": "export interface Emoji { id: string | null; name?: string }",
  "payloads/v10/index.d.ts": "export * from './emoji';",
  "rest/v10/emoji.d.ts":
    "import type { Emoji } from '../../payloads/v10/index';\n" +
    "export type ListEmojisResult = Emoji[];\nexport type DeleteEmojiResult = undefined;",
  "rest/v10/emoji.js": "exports.x = 1;",
};

it("an operation answers with the type that is named for it, across folders", () => {
  const document = readNamedAnswers(FILES, {
    "GET /emojis": "ListEmojisResult",
    "DELETE /emojis/{id}": "DeleteEmojiResult",
  });
  const schemas = document.components?.schemas as Record<string, unknown> | undefined;
  expect(document.paths?.["/emojis"]?.get?.responses?.["200"]?.content).toEqual({
    "application/json": { schema: { $ref: "#/components/schemas/_ListEmojisResult" } },
  });
  expect(schemas?._ListEmojisResult).toEqual({ type: "array", items: { $ref: "#/components/schemas/_Emoji" } });
  expect(schemas?._Emoji).toMatchObject({ properties: { id: { type: "string", nullable: true } }, required: ["id"] });
  expect(document.paths?.["/emojis/{id}"]?.delete?.responses).toEqual({ "204": {} });
});

it("a type that no file declares is refused", () => {
  expect(() => readNamedAnswers(FILES, { "GET /emojis": "Nothing" })).toThrow("no file declares the type Nothing");
});
