/** Tests the conversion of the URL into the operation's query. */
import { describe, expect, it } from "vitest";
import { isFiltered, toCategoryName, toShownCategories, toToolkitQuery } from "./toolkit-filters";

const read = (search: string, connected: string[] = []) => toToolkitQuery(new URLSearchParams(search), connected);

describe("toToolkitQuery", () => {
  it("shows the most used first until words are looked for", () => {
    expect(read("")).toEqual({ limit: 60, sort_by: "usage" });
    expect(read("search=%20mail%20")).toEqual({ limit: 60, search: "mail" });
  });

  it("names the connected toolkits only when the address asks for them", () => {
    expect(read("", ["gmail"])).not.toHaveProperty("slugs");
    expect(read("connected=1&scheme=OAUTH2", ["gmail", "slack"])).toMatchObject({
      slugs: "gmail,slack",
      auth_scheme: "OAUTH2",
    });
  });
});

describe("isFiltered", () => {
  it("does not count the way the list is drawn", () => {
    expect(isFiltered(new URLSearchParams("view=list"))).toBe(false);
    expect(isFiltered(new URLSearchParams("category=crm"))).toBe(true);
  });
});

describe("toCategoryName", () => {
  it.each([
    ["crm", "CRM"],
    ["ai & machine learning", "AI & machine learning"],
    ["other / miscellaneous", "Other"],
    ["developer tools & devops", "Developer tools & DevOps"],
    ["items", "Items"],
  ])("writes %s as %s", (name, label) => expect(toCategoryName(name)).toBe(label));
});

it("shows the popular ones first, the others last, twins as one, and nothing empty", () => {
  const category = (id: string, toolkits_count: number) => ({ id, name: id.replaceAll("-", " "), toolkits_count });
  const categories = toShownCategories([
    category("crm", 0),
    category("design", 2),
    category("other-/-miscellaneous", 1),
    category("popular", 3),
    category("productivity", 4),
    category("productivity-&-project-management", 5),
    category("weather", 6),
  ]);
  expect(categories.map(({ id, count }) => [id, count])).toEqual([
    ["popular", 3],
    ["design", 2],
    ["productivity-&-project-management,productivity", 9],
    ["weather", 6],
    ["other-/-miscellaneous", 1],
  ]);
});
