/** Names and texts of tools as a person reads them. */
import { describe, expect, it } from "vitest";
import { operationWords } from "./operation-words";
import { isSentence, schemaText } from "./schema-text";

const nameOf = (path: string, operation: { summary?: string; operationId?: string; description?: string }): string =>
  operationWords(path, "delete", operation, 1000).name;

describe("names", () => {
  it("are words, where the description has a path only", () => {
    expect(nameOf("/api/v1/announcements/{id}/reactions/{name}", {})).toBe("Delete announcements reactions by name");
    expect(nameOf("/bundle-products/{sku}/children", { summary: "bundle-products/{sku}/children" })).toBe(
      "Delete bundle products children",
    );
    expect(nameOf("/x", { summary: "/x", operationId: "removeChild" })).toBe("Remove child");
    expect(nameOf("/x", { summary: "Invoke action rebootNow" })).toBe("Reboot now");
  });

  it("end with a sentence or a word, never inside one", () => {
    const more = "This requires that many things were done before by somebody who may do them, and so on and so forth.";
    expect(nameOf("/x", { summary: `Joins a network. ${more} ${more}` })).toBe("Joins a network");
    expect(nameOf("/x", { summary: `${"word ".repeat(40)}` })).toMatch(/^(word )+word…$/);
    expect(nameOf("/x", { summary: "Deletes tabs.\n**Note:** It is an error to do it twice" })).toBe("Deletes tabs");
  });
});

describe("descriptions", () => {
  it("are the whole summary, where the name is cut and there is nothing else", () => {
    const summary = `Infers the state ${"of a person ".repeat(12)}by name`;
    const { name, description } = operationWords("/x", "get", { summary }, 1000);
    expect(name).toMatch(/…$/);
    expect(description).toBe(summary);
  });

  it("end before the words that introduce an example, which they no longer have", () => {
    const say = (description: string) => operationWords("/x", "put", { summary: "Add", description }, 1000).description;
    expect(say("Adds templates.\nName each template like this:")).toBe("Adds templates.");
    expect(say("Lists gists of the person, or all public gists:")).toBe(
      "Lists gists of the person, or all public gists.",
    );
    expect(say("Adds templates. Kinds: new and old.")).toBe("Adds templates. Kinds: new and old.");
  });
});

describe("texts", () => {
  it("have no entities, no headings and no words about the answer's status", () => {
    expect(schemaText("&#128640; Since v4.19.0\n\n### Description:  \nCreate a &quot;hook&quot; &lt;b&gt;", 100)).toBe(
      'Create a "hook" <b>',
    );
    expect(schemaText("a&#0;b &nothing; &#xD800;", 100)).toBe("ab &nothing;");
    const words = {
      summary: "Create an order",
      description: "Response Message has StatusCode Created if POST succeed",
    };
    expect(operationWords("/x", "post", words, 100).description).toBe("Create an order");
  });

  it("tell a sentence from a default", () => {
    expect(isSentence({ default: "The name of the subuser. It makes the call in its place." })).toBe(true);
    expect(isSentence({ default: "Default locale for shopper", description: "Default locale for shopper" })).toBe(true);
    expect(isSentence({ default: "0% 0% 100% 100%" })).toBe(false);
    expect(isSentence({ default: "a list of five words", enum: ["a list of five words"] })).toBe(false);
    expect(isSentence({ default: "name,email", description: "name,email" })).toBe(false);
  });
});
