/** The order of what the palette found. */
import { expect, it } from "vitest";
import { rank } from "./rank";

const group = (heading: string, ...labels: string[]) => ({ heading, commands: labels.map((label) => ({ label })) });
const headings = (groups: readonly { heading: string }[]) => groups.map(({ heading }) => heading);

it("puts an exact user and their accounts above toolkits that the search merely found", () => {
  const groups = [
    group("Toolkits", "Slack", "X", "Jira"),
    group("Users", "user-10", "user-1"),
    { heading: "Connected accounts", commands: [{ label: "Resend · user-1", also: ["user-1"] }] },
    group("Tools", "Get a user"),
  ];
  const ranked = rank(groups, "user-1");
  expect(headings(ranked)).toEqual(["Users", "Connected accounts", "Toolkits", "Tools"]);
  expect(ranked[0]?.commands.map(({ label }) => label)).toEqual(["user-1", "user-10"]);
});

it("puts an account first that is asked for by its id", () => {
  const account = { heading: "Connected accounts", commands: [{ label: "Resend", detail: "ca_Ab1" }] };
  expect(headings(rank([group("Toolkits", "CA Service"), account], "ca_ab1"))[0]).toBe("Connected accounts");
});

it("puts a page first that is called exactly so, and a toolkit above users who have the word in them", () => {
  const pages = { ...group("Pages", "Tool logs", "Members"), isLocal: true as const };
  expect(rank([group("Users", "members-1"), pages], "members")[0]?.commands[0]?.label).toBe("Members");
  expect(headings(rank([group("Users", "github-bot"), group("Toolkits", "GitHub")], "github"))).toEqual([
    "Toolkits",
    "Users",
  ]);
});

it("keeps pages and actions that are found by other words above toolkits, and everything in place while nothing is typed", () => {
  const groups = [
    { ...group("Actions", "Create webhook endpoint"), isLocal: true as const },
    group("Toolkits", "Webhook Relay"),
  ];
  expect(headings(rank(groups, "webhook"))).toEqual(["Actions", "Toolkits"]);
  expect(headings(rank([...groups].reverse(), ""))).toEqual(["Toolkits", "Actions"]);
});

it("leaves tools in the order of the search, whatever their names, but puts the one first that is called exactly so", () => {
  const tools = { ...group("Tools", "Send a message", "Message", "Message templates"), ranked: true as const };
  const labelsFor = (words: string) => rank([tools], words)[0]?.commands.map(({ label }) => label);
  expect(labelsFor("message templ")).toEqual(["Send a message", "Message", "Message templates"]);
  expect(labelsFor("message")).toEqual(["Message", "Send a message", "Message templates"]);
});
