import { describe, expect, it } from "vitest";
import { toSuggestions } from "./to-suggestions";

const labels = (texts: readonly string[], typed: string) => toSuggestions(texts, typed).map(({ label }) => label);

describe("suggestions of a field that accepts any text", () => {
  it("are all texts before anything is typed, without empty and repeated texts", () => {
    expect(labels(["ada", "", "bob", "ada"], "")).toEqual(["ada", "bob"]);
  });

  it("contain the typed words in any case, those that begin with them first", () => {
    expect(labels(["carol-ada", "Ada", "bob"], " ada ")).toEqual(["Ada", "carol-ada"]);
  });

  it("are limited: a longer list is narrowed by typing", () => {
    const users = Array.from({ length: 90 }, (_, index) => `user-${index}`);
    expect(toSuggestions(users, "")).toHaveLength(50);
    expect(labels(users, "user-89")).toEqual(["user-89"]);
  });
});
