import { expect, it } from "vitest";
import { stem } from "./stem";

// Words of each rule, with the stems that Snowball's own English stemmer gives.
it.each([
  ["caresses", "caress"],
  ["flies", "fli"],
  ["dies", "die"],
  ["mules", "mule"],
  ["gas", "gas"],
  ["agreed", "agre"],
  ["owned", "own"],
  ["humbled", "humbl"],
  ["hoping", "hope"],
  ["hopping", "hop"],
  ["sized", "size"],
  ["meeting", "meet"],
  ["stating", "state"],
  ["itemization", "item"],
  ["traditional", "tradit"],
  ["reference", "refer"],
  ["colonizer", "colon"],
  ["plotted", "plot"],
  ["happy", "happi"],
  ["say", "say"],
  ["by", "by"],
  ["conditional", "condit"],
  ["hopefulness", "hope"],
  ["apology", "apolog"],
  ["quickly", "quick"],
  ["electricity", "electr"],
  ["replacement", "replac"],
  ["adoption", "adopt"],
  ["invoices", "invoic"],
  ["invoicing", "invoic"],
  ["communities", "communiti"],
  ["generation", "generat"],
  ["keys", "key"],
  ["news", "news"],
  ["proceeding", "proceed"],
  ["controll", "control"],
])("%s becomes %s", (word, expected) => {
  expect(stem(word)).toBe(expected);
});

it.each(["a", "", "größe", "日程", "e2e", "x".repeat(41)])("leaves %j as it is", (word) => {
  expect(stem(word)).toBe(word);
});
