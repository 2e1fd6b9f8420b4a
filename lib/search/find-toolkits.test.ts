import { expect, it } from "vitest";
import { buildIndex } from "./build-index";
import { findToolkits } from "./find-toolkits";
import { openIndex } from "\./open-index";

const toolkit = (slug: string, name: string, more: object = {}) => ({
  slug,
  name,
  description: "",
  categories: [],
  nicknames: [],
  popularity: 0,
  ...more,
});
const tool = (slug: string, toolkitSlug: string, name: string, intents: string[] = []) => ({
  slug,
  toolkit: toolkitSlug,
  name,
  description: "",
  intents,
  parameters: [],
  tags: [],
  important: true,
  deprecated: false,
});
const open = openIndex(
  buildIndex(
    [
      tool("GMAIL_SEND_EMAIL", "gmail", "Send an email"),
      tool("HUBSPOT_CREATE_CONTACT", "hubspot", "Create a contact"),
      tool("TWILIO_CREATE_MESSAGE", "twilio", "Send a message", ["text somebody by SMS"]),
    ],
    [
      toolkit("gmail", "Gmail", { popularity: 1 }),
      toolkit("mailer", "Mailer"),
      toolkit("hubspot", "HubSpot", { categories: ["crm"], popularity: 0.8 }),
      toolkit("twilio", "Twilio"),
      toolkit("googledrive", "Google Drive", { nicknames: ["gdrive"] }),
    ],
  ),
);
const first = (text: string): string | undefined => findToolkits(open, text)[0]?.slug;

it.each([
  ["gm", "gmail"],
  ["Gmail", "gmail"],
  ["mail", "gmail"],
  ["mailer", "mailer"],
  ["hubsopt", "hubspot"],
  ["gdrive", "googledrive"],
  ["google dr", "googledrive"],
  ["drive", "googledrive"],
  ["crm", "hubspot"],
  ["where can I send SMS", "twilio"],
])("%s finds %s first", (text, slug) => {
  expect(first(text)).toBe(slug);
});

it.each(["", " ", "zzzz", "???", "\ud800"])("finds nothing for %j", (text) => {
  expect(findToolkits(open, text)).toEqual([]);
});
