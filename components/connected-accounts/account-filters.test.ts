/** Tests the conversion of the URL into the operation's query. */
import { describe, expect, it } from "vitest";
import { isFiltered, toAccountQuery } from "./account-filters";

const read = (search: string) => toAccountQuery(new URLSearchParams(search));

describe("toAccountQuery", () => {
  it("asks for all that has worked when the address says nothing", () =>
    expect(read("")).toEqual({ limit: 50, ever_active: true }));

  it("hands each filter on under the operation's name", () =>
    expect(read("user=Ada&toolkit=github&status=EXPIRED&config=ac_1")).toEqual({
      limit: 50,
      ever_active: true,
      user_ids: "Ada",
      toolkit_slugs: "github",
      statuses: "EXPIRED",
      auth_config_ids: "ac_1",
    }));

  it("asks for attempts on their tab, and takes several statuses", () =>
    expect(read("tab=attempts&status=FAILED,EXPIRED")).toEqual({
      limit: 50,
      ever_active: false,
      statuses: "FAILED,EXPIRED",
    }));

  it("ignores blanks and a status that does not exist", () =>
    expect(read("user=%20&status=HAPPY")).toEqual({ limit: 50, ever_active: true }));
});

describe("isFiltered", () => {
  it("does not count what is no filter", () => {
    expect(isFiltered(new URLSearchParams("tab=accounts"))).toBe(false);
    expect(isFiltered(new URLSearchParams("user=ada"))).toBe(true);
  });
});
