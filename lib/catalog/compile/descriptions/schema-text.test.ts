/** The plain text of a web page. */
import { describe, expect, it } from "vitest";
import { schemaText } from "./schema-text";

const plain = (text: string, max = 1000): string | undefined => schemaText(text, max);

describe("markup", () => {
  it("goes, and its words stay", () => {
    expect(plain("# Lists\n**All** _open_ [issues](https://x.y/z?a=(1)) of a *repo*.")).toBe(
      "Lists\nAll open issues of a repo.",
    );
    expect(plain("<p>First<br/>second</p><ul><li><a href='x'>One</a></li><li>Two</li></ul>")).toBe(
      "First\nsecond\n- One\n- Two",
    );
    expect(plain("Sends [the `list`][list], see [this page][]. Sort by `a[b][c]`, page[x][y] or [0][1].")).toBe(
      "Sends the `list`, see this page. Sort by `a[b][c]`, page[x][y] or [0][1].",
    );
    expect(plain("![logo](a.png) **`id`**: the [`name`](#x) of __Some Thing__ ~~or other~~ with a\\_b")).toBe(
      "logo `id`: the `name` of Some Thing or other with a_b",
    );
    expect(plain("| Name | Meaning |\n|---|:--|\n| `a` | one |\n| `b` | two |")).toBe("`a`: one\n`b`: two");
    expect(plain("Value | Text\n----- | ----\n`GP` | PDF\n`GC` | CSV\nEnd")).toBe("`GP`: PDF\n`GC`: CSV\nEnd");
    expect(plain("> [!NOTE]\n> Quoted\n\n***\n* one\n+ two")).toBe("Quoted\n- one\n- two");
  });

  it("is kept where it is a value", () => {
    for (const text of [
      "Use `<b>` or `**/*.ts` or `a_b_c`.",
      "Cron: */5 * * * *, power 2**3, list_a_b, *.example.com and *.example.org",
      "A GUID such as <project_id>",
      "All files that fit **/*.md",
      "^[a-z_]+\\.[0-9]$",
    ])
      expect(plain(text)).toBe(text);
  });

  it("goes with long examples of code, and short ones stay", () => {
    expect(plain("Sends it.\n\nExample request:\n\n```json\n{\n1\n2\n}\n```\nDone.")).toBe("Sends it.\nDone.");
    expect(plain("Write\n```\nfrom:me\n```")).toBe("Write\nfrom:me");
    expect(plain("Open\n```\nfrom:me")).toBe("Open\nfrom:me");
  });

  it("has no line breaks inside of a sentence, and lists keep theirs", () => {
    expect(plain("Returns an address to\nembed the view of the\nDocuSign UI in an\n app that you have.\nNext.")).toBe(
      "Returns an address to embed the view of the DocuSign UI in an app that you have.\nNext.",
    );
    for (const text of [
      "Its states are:\nopen now\nopen",
      "Fields\nname: its name here\nemail: its address",
      "- one of the\n- two",
      "First part\nSecond part",
    ])
      expect(plain(text)).toBe(text);
  });

  it("is read in linear time", () => {
    for (const part of ["[", "](", "**a", "*a ", "_a ", "<a ", "`", "|", "> ", "\\*", "<!--", "!["])
      expect(plain(part.repeat(20_000), 50_000)?.length ?? 0).toBeLessThanOrEqual(50_000);
  });
});

describe("filler", () => {
  it("goes: other pages, scopes, limits, versions", () => {
    expect(plain("Gets it. For more information, see [the docs](https://x.y).")).toBe("Gets it.");
    expect(plain("Gets it.\nFor related information, see [its page](https://x.y).")).toBe("Gets it.");
    expect(plain("Gets it.\nSee [all of it](/a)\nto learn more. It is quick.")).toBe("Gets it.\nIt is quick.");
    expect(plain('Limits. For more information, see "[A](/a)"\nand "[B](/b)."\n\nand so on.')).toBe(
      "Limits.\nand so on.",
    );
    expect(plain("**[Permissions](#p) required:**\n * *Browse* [it](#q).\n\nGets a page.")).toBe("Gets a page.");
    expect(plain("Gets a page.\n\nThis operation can be accessed [anonymously](#a).")).toBe("Gets a page.");
    expect(plain("Deletes it.\n\n**Scopes:** `a:b`<br>**[Rate Limit](https://x.y):** `Light`")).toBe("Deletes it.");
    expect(plain("🚀 Since v4.19.0\n### Description:\nAdds a key.\n### Further Information:\nNone.")).toBe(
      "Adds a key.",
    );
    expect(plain("Sets it. OAuth tokens need the `repo` scope to use this endpoint.")).toBe("Sets it.");
    expect(plain("Sets it. OAuth tokens and\nother tokens need the `repo` scope to use this endpoint.")).toBe(
      "Sets it.",
    );
    expect(plain("Gets it.\n\n### Related topics\n\n- [How to get it](https://x.y)\n- Others\n\nIt is quick.")).toBe(
      "Gets it.\nIt is quick.",
    );
    expect(plain("TODO: describe")).toBeUndefined();
  });

  it("has no lines of labels, and no link alone behind its last sentence", () => {
    expect(plain("OAuth Required \u2728 Extended Info \u{1F39A} Filters\nReturns all movies.")).toBe(
      "Returns all movies.",
    );
    expect(plain("Filters the movies.")).toBe("Filters the movies.");
    expect(plain("Use the cursor for the next page. [pagination instructions](https://x.y)")).toBe(
      "Use the cursor for the next page.",
    );
  });

  it("is no reason to drop a sentence that says something", () => {
    expect(plain("See who follows a user. Scopes of a token.")).toBe("See who follows a user. Scopes of a token.");
    expect(plain("Use [labels](#l) to sort. Version: the one to read")).toBe(
      "Use labels to sort. Version: the one to read",
    );
  });

  it("leaves a sentence that begins with what is done", () => {
    expect(plain("This endpoint allows you to delete a list.")).toBe("Delete a list.");
    expect(plain("Use this method to send photos.")).toBe("Send photos.");
    expect(plain("This endpoint returns lists.")).toBe("Returns lists.");
    expect(plain("This endpoint serves lists.")).toBe("This endpoint serves lists.");
  });
});

it("ends with a word where it is too long", () => {
  expect(plain("one two three four five", 15)).toBe("one two three…");
  expect(plain("x".repeat(30), 10)).toBe(`${"x".repeat(9)}…`);
});
