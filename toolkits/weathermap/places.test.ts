/** Which of several places with one name is meant. */
import { describe, expect, it } from "vitest";
import { findPlace, type Place } from "./places";

const place = (admin1: string, country: string, country_code: string): Place => ({
  name: "Paris",
  latitude: 0,
  longitude: 0,
  admin1,
  country,
  country_code,
});
const FRANCE = place("\u00cele-de-France", "France", "FR");
const TEXAS = place("Texas", "United States", "US");
const ONTARIO = place("Ontario", "Canada", "CA");
const QUEBEC = place("Qu\u00e9bec", "Canada", "CA");
const places = [FRANCE, TEXAS, ONTARIO, QUEBEC];

describe("a place of several with one name", () => {
  it.each([
    ["the first without a region", [], FRANCE],
    ["a state in two letters", ["TX"], TEXAS],
    ["a state with country and postal code", ["TX 75460", "USA"], TEXAS],
    ["a region in words, without accents", ["ile-de-france"], FRANCE],
    ["a province", ["QC"], QUEBEC],
    ["a country by its code", ["ca"], ONTARIO],
    ["a country in words", ["Canada"], ONTARIO],
  ])("is found by %s", (_, hints, expected) => {
    expect(findPlace(places, hints)).toBe(expected);
  });

  it("is none where no place lies there, rather than another one", () => {
    expect(findPlace(places, ["Oregon"])).toBeUndefined();
    expect(findPlace(places, ["TX", "Canada"])).toBeUndefined();
  });

  it("is looked for in linear time", () =>
    expect(findPlace(places, [`Texas${" ".repeat(300_000)}x`, "1 ".repeat(300_000)])).toBeUndefined());
});
