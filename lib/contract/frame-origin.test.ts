import { expect, it } from "vitest";
import { isFrameOrigin } from "./frame-origin";

it.each(["https://app.example", "https://app.example:8443", "http://localhost:3001", "http://127.0.0.1:9"])(
  "%s may show the connect page",
  (origin) => {
    expect(isFrameOrigin(origin)).toBe(true);
  },
);

it.each([
  "*",
  "https:",
  "https://*.app.example",
  "https://app.example/",
  "https://app.example/path",
  "https://app.example https://evil.example",
  "https://app.example;script-src *",
  "https://ada:secret@app.example",
  "https://APP.example",
  "http://app.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "https://[::1]:3000",
  "https://app.example:443",
  "javascript:alert(1)",
  "null",
  "",
])("%s may not", (text) => {
  expect(isFrameOrigin(text)).toBe(false);
});
