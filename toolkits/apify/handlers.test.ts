/** What Apify's tools send: the caller's input whole as the body, everything else in the address. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

async function send(name: string, args: Record<string, unknown>, data: unknown = {}) {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 201, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no file")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const result = await handlers[name]?.(args as Record<string, never>, tools);
  return { request: requests[0], result };
}

describe("Apify", () => {
  it("sends the input as the body and the options in the query", async () => {
    const { request, result } = await send(
      "runActor",
      { actorId: "apify~web-scraper", body: { startUrls: [] }, memory: 512 },
      { data: { id: "r" } },
    );
    expect(request).toMatchObject({
      method: "POST",
      path: "/v2/acts/apify~web-scraper/runs",
      query: { memory: 512 },
      body: { startUrls: [] },
    });
    expect(request?.query).not.toHaveProperty("actorId");
    expect(result).toEqual({ data: { id: "r" } });
  });

  it("gives the rows of a dataset as items", async () => {
    const { result } = await send("runActorForItems", { actorId: "a" }, [{ title: "x" }]);
    expect(result).toEqual({ items: [{ title: "x" }] });
  });

  it("keeps a key with a slash inside one segment of the address", async () => {
    const { request, result } = await send("storeRecord", { storeId: "s", key: "a/b", data: { n: 1 } });
    expect(request).toMatchObject({ method: "PUT", path: "/v2/key-value-stores/s/records/a%2Fb", body: { n: 1 } });
    expect(result).toEqual({ stored: true, key: "a/b" });
  });
});
