import { expect, it } from "vitest";
import { onlyKnown, unknownChoices } from "./known-choices";

const CHOICES = { status: ["success", "failed"], range: ["1h"] };
const of = (text: string) => new URLSearchParams(text);

it("leaves out what is no choice, and says so, but lets other filters be", () => {
  const search = of("status=foo&range=1h&user=bar");
  const knownSearch = onlyKnown(search, CHOICES);
  expect(["status", "range", "user", "open"].map((name) => knownSearch.get(name))).toEqual([null, "1h", "bar", null]);
  expect(unknownChoices(search, CHOICES)).toEqual([{ name: "status", value: "foo" }]);
});

it("has nothing to say of what is empty or known", () =>
  expect(unknownChoices(of("status=%20&range=1h"), CHOICES)).toEqual([]));
