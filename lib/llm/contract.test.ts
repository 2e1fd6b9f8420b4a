/** The addresses that are accepted for a language model. */
import { expect, it } from "vitest";
import { languageModelApi } from "./contract";

const read = (base_url: string) => languageModelApi.setLanguageModel.body.safeParse({ base_url, model: "m" });

it("takes http and https addresses, and leaves out the slashes at their end", () => {
  expect(read("https://models.example.com/v1/").data?.base_url).toBe("https://models.example.com/v1");
  expect(read("http://10.0.0.7:8080/v1").success).toBe(true);
});

it.each([
  "ftp://models.example.com/v1",
  "no address",
  "https://ada:secret@models.example.com/v1",
  "https://models.example.com/v1?key=secret",
  "https://models.example.com/v1#secret",
  "https://models.example.com/v1?",
])("refuses %s: an address that holds a key would be told to all who may read the settings", (text) => {
  expect(read(text).success).toBe(false);
});
