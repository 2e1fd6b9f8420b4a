/** The list of sign-ins names browsers as people know them. */
import { expect, it } from "vitest";
import { toDevice } from "./to-device";

const AGENTS = [
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile Safari/604.1",
    "Chrome on iOS",
  ],
  [
    "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  ["curl/8.0", null],
  ["<script>alert(1)</script>", null],
  ["", null],
] as const;

it.each(AGENTS)("%s", (agent, device) => {
  expect(toDevice(agent)).toBe(device);
});

it("keeps nothing of an unknown or endless header", () => {
  expect(toDevice(null)).toBeNull();
  expect(toDevice("a".repeat(100_000))).toBeNull();
});
