/** The files of an answer. */
import { expect, it } from "vitest";
import { findFiles } from "./answer-files";

it("finds files at every depth, under their own names", () => {
  const file = { s3url: "https://files.example/a", name: "a.pdf", mimetype: "application/pdf", size: 5 };
  expect(findFiles({ response_data: file, list: [{ deep: { s3url: "http://localhost/b" } }] })).toEqual([
    { url: file.s3url, name: "a.pdf", size: 5 },
    { url: "http://localhost/b", name: "file" },
  ]);
});

it("takes no address that is a script, and ends in deep and wide answers", () => {
  expect(findFiles({ s3url: "javascript:alert(1)", other: { s3url: 5 } })).toEqual([]);
  let deep: unknown = { s3url: "https://a.example" };
  for (let depth = 0; depth < 100; depth++) deep = { deep };
  expect(findFiles(deep)).toEqual([]);
  expect(findFiles(Array.from({ length: 100 }, () => ({ s3url: "https://a.example" })))).toHaveLength(50);
});
