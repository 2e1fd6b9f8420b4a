/** Tests the text for the source of a call. */
import { expect, it } from "vitest";
import { toCalledFrom } from "./called-from";

const CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

it.each([
  [
    {
      sdk: "0.5.4",
      framework: "openai",
      language: "TYPESCRIPT_SDK",
      runtime: "NODEJS",
      host: "Composio/JS 0.1.0-alpha.55",
    },
    "TypeScript SDK 0.5.4 (openai) on Node.js",
  ],
  [{ sdk: "0.8.1", language: "PYTHON_SDK", runtime: "DOCKER" }, "Python SDK 0.8.1 on DOCKER"],
  [{ framework: "crewai" }, "SDK (crewai)"],
  [{ host: CHROME }, "This dashboard, Chrome on Linux"],
  [{ host: `${CHROME} Edg/140.0` }, "This dashboard, Edge on Linux"],
  [
    { host: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18 Safari/604.1" },
    "This dashboard, Safari on iOS",
  ],
  [{ host: "Mozilla/5.0" }, "This dashboard"],
  [{ host: "curl/8.5.0" }, "curl 8.5.0"],
  [{ host: "python-requests/2.32.3 (x)" }, "python-requests 2.32.3"],
  [{ host: "node" }, "node"],
  [{}, ""],
])("%j is %s", (source, words) => expect(toCalledFrom(source).words).toBe(words));

it("keeps what the headers said", () =>
  expect(toCalledFrom({ sdk: "0.5.4", language: "TYPESCRIPT_SDK", host: "x" }).raw).toBe("0.5.4, TYPESCRIPT_SDK, x"));
