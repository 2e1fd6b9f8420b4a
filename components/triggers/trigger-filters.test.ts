/** Tests the filters of the triggers, from the URL to the operation. */
import { expect, it } from "vitest";
import { isFiltered, toTriggerQuery } from "./trigger-filters";

it("disabled triggers are listed unless somebody asks for enabled ones", () => {
  expect(toTriggerQuery(new URLSearchParams("user=ada&type=A"))).toEqual({
    limit: 50,
    show_disabled: true,
    user_ids: "ada",
    trigger_names: "A",
  });
  expect(toTriggerQuery(new URLSearchParams("show=enabled&user=%20"))).toEqual({ limit: 50, show_disabled: false });
});

it("knows whether anything narrows the list", () => {
  expect(["tab=types", "show=enabled", "account=ca_1"].map((text) => isFiltered(new URLSearchParams(text)))).toEqual([
    false,
    true,
    true,
  ]);
});
