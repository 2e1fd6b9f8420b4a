/** Google Slides' composite tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import { recorderOf } from "@/test/builders/handler-recorder";
import { handlers } from "./handlers";
import { toSlides } from "./markdown";

const run = recorderOf(handlers);

describe("toSlides", () => {
  it("parts slides by dashes, and keeps titles, levels and plain words", () => {
    expect(
      toSlides("# One\n\n- **a** [x](https://y)\n  - b\n\n---\n\n---\n## Two ##\nSome `code`\n> quote\n***\n1. first"),
    ).toEqual([
      {
        title: "One",
        lines: [
          { level: 0, text: "a x" },
          { level: 1, text: "b" },
        ],
        isList: true,
        isNumbered: false,
      },
      {
        title: "Two",
        lines: [
          { level: 0, text: "Some code" },
          { level: 0, text: "quote" },
        ],
        isList: false,
        isNumbered: false,
      },
      { title: "", lines: [{ level: 0, text: "first" }], isList: true, isNumbered: true },
    ]);
  });
});

describe("createFromMarkdown", () => {
  it("fills slides in one batch and takes away the empty first one", async () => {
    const { result, requests } = run(
      "createFromMarkdown",
      { title: "T", markdown_text: "# One\n- a\n  - b\n---\n# Two" },
      ({ path }) => (path === "/v1/presentations" ? { presentationId: "P", slides: [{ objectId: "p" }] } : {}),
    );
    expect(await result).toEqual({
      presentation_id: "P",
      url: "https://docs.google.com/presentation/d/P/edit",
      slides: 2,
    });
    const batch = (requests[1]?.body as { requests: Record<string, { objectId?: string; text?: string }>[] }).requests;
    expect(batch.map((request) => Object.keys(request)[0])).toEqual([
      "createSlide",
      "insertText",
      "insertText",
      "createParagraphBullets",
      "createSlide",
      "insertText",
      "deleteObject",
    ]);
    expect(batch[2]?.insertText?.text).toBe("a\n\tb");
    const ids = batch.flatMap((request) => request.createSlide?.objectId ?? []);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(`${id}_title`).toMatch(/^[A-Za-z0-9_][\w:-]{4,49}$/);
  });

  it("makes nothing out of nothing", async () => {
    await expect(run("createFromMarkdown", { markdown_text: "x".repeat(100_001) }).result).rejects.toThrow(
      "markdown_text has 100001 characters",
    );
    const { result, requests } = run("createFromMarkdown", { title: "T", markdown_text: "---\n \n---" });
    await expect(result).rejects.toThrow("no slide");
    expect(requests).toEqual([]);
  });
});

describe("addSlide", () => {
  it("puts a slide at its position", async () => {
    const { result, requests } = run("addSlide", { presentation_id: "P", title: "T", insertion_index: 0 });
    await result;
    expect(requests[0]).toMatchObject({
      path: "/v1/presentations/P:batchUpdate",
      body: {
        requests: [
          { createSlide: { insertionIndex: 0, slideLayoutReference: { predefinedLayout: "TITLE_ONLY" } } },
          { insertText: { text: "T" } },
        ],
      },
    });
  });
});
