/** Tests the texts that a tab keeps of its conversation. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ChatMessage } from "@/lib/console/chat.contract";
import { findChat, forgetChat, storeChat, toHistory, type ChatText } from "./stored-chat";

const storage = new Map<string, string>();
const tokens = { input: 5, output: 2, isEstimate: false };
const texts: ChatText[] = [
  { text: "Open an issue", isPerson: true },
  { text: "It is open.", isPerson: false },
];

beforeEach(() => {
  storage.clear();
  const sessionStorage = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, text: string) => void storage.set(key, text),
    removeItem: (key: string) => void storage.delete(key),
  };
  vi.stubGlobal("window", { sessionStorage });
});
afterEach(() => vi.unstubAllGlobals());

it("finds the conversation of its session and project alone, until it is forgotten", () => {
  storeChat("p1", { session: "trs_1", texts, tokens });
  expect(findChat("p1", "trs_1")).toEqual({ session: "trs_1", texts, tokens });
  expect([findChat("p1", "trs_2"), findChat("p2", "trs_1"), findChat("p1", "")]).toEqual([null, null, null]);
  forgetChat("p1");
  expect(findChat("p1", "trs_1")).toBeNull();
  expect(storage.size).toBe(0);
});

it("keeps texts only, not what else an entry has", () => {
  const withMore = texts.map((entry) => ({ ...entry, id: "entry 1", answer: { data: { secret: "of the log" } } }));
  storeChat("p1", { session: "trs_1", texts: withMore, tokens });
  expect([...storage.values()].join()).not.toContain("of the log");
});

it("keeps the newest texts within its limits", () => {
  const many = Array.from({ length: 150 }, (_, index) => ({ text: `text ${index}`, isPerson: index % 2 === 0 }));
  storeChat("p1", { session: "trs_1", texts: many, tokens });
  const { texts: newest = [] } = findChat("p1", "trs_1") ?? {};
  expect([newest.length, newest[0]?.text, newest.at(-1)?.text]).toEqual([100, "text 50", "text 149"]);
  const long = ["a", "b", "c"].map((letter) => ({ text: letter.repeat(45_000), isPerson: false }));
  storeChat("p1", { session: "trs_1", texts: long, tokens });
  expect(findChat("p1", "trs_1")?.texts.map(({ text }) => text[0])).toEqual(["b", "c"]);
});

it("takes nothing that something else wrote, and works without a storage", () => {
  for (const text of ["{", "5", '{"session":"trs_1"}', '{"session":"trs_1","texts":[5],"tokens":{}}']) {
    storage.set("patchbay.chat.p1", text);
    expect(findChat("p1", "trs_1"), text).toBeNull();
  }
  vi.stubGlobal("window", {});
  storeChat("p1", { session: "trs_1", texts, tokens });
  forgetChat("p1");
  expect(findChat("p1", "trs_1")).toBeNull();
});

it("is a history that the operation takes", () => {
  const history = toHistory([...texts, { text: "x".repeat(20_000), isPerson: true }]);
  expect(history.map((message) => ChatMessage.safeParse(message).success)).toEqual([true, true, true]);
  expect(history[1]).toEqual({ role: "assistant", content: "It is open." });
});
