import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operation } from "@/lib/contract/operation";
import { createApiRouter, sortRoutes } from "./api-router";
import { defineRawRoute, defineRoute } from "./define-route";

const echo = (method: "GET" | "POST", path: `/${string}`, names: string[] = []) =>
  defineRoute(
    operation({
      id: `${method} ${path}`,
      method,
      path,
      summary: "-",
      tag: "-",
      auth: "none",
      permission: "public",
      audit: "none",
      params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))),
      response: z.object({ path: z.string(), params: z.record(z.string(), z.string()) }),
    }),
    async ({ params }) => ({ path, params: params as Record<string, string> }),
  );

const routes = [
  echo("GET", "/api/v3/tools/{tool_slug}", ["tool_slug"]),
  echo("GET", "/api/v3/tools/enum"),
  echo("POST", "/api/v3/tools/execute/{tool_slug}", ["tool_slug"]),
  echo("POST", "/api/v3/tools/execute/proxy"),
  echo("GET", "/connect/{token}", ["token"]),
  echo("GET", "/api/health"),
];
const door = createApiRouter(routes);
const call = async (method: string, path: string) => {
  const response = await door.fetch(new Request(`http://localhost${path}`, { method }));
  const text = await response.text();
  return { response, json: text ? JSON.parse(text) : undefined };
};

describe("the API router", () => {
  it("prefers a fixed name to a parameter in the same place, in whatever order the files are", async () => {
    expect((await call("GET", "/api/v3/tools/enum")).json.path).toBe("/api/v3/tools/enum");
    expect((await call("POST", "/api/v3/tools/execute/proxy")).json.path).toBe("/api/v3/tools/execute/proxy");
    expect(sortRoutes(routes).map(({ op }) => op.path)).toEqual(
      sortRoutes([...routes].reverse()).map(({ op }) => op.path),
    );
  });

  it("takes a fixed name whose route writes its answer itself for no parameter, at the door for JSON", () => {
    const { op } = echo("GET", "/api/v3/tools/stream");
    const stream = defineRawRoute(op, async () => new Response("event: one"));
    const withStream = createApiRouter([...routes, stream]);
    expect(withStream.find("GET", "/api/v3/tools/stream")).toBeUndefined();
    expect(withStream.find("GET", "/api/v3/tools/streams")?.params).toEqual({ tool_slug: "streams" });
  });

  it("passes on path parameters decoded", async () => {
    expect((await call("GET", "/api/v3/tools/A%20B%2FC")).json.params).toEqual({ tool_slug: "A B/C" });
  });

  it("answers the v3.1 paths from the same handlers", async () => {
    expect((await call("GET", "/api/v3.1/tools/GMAIL_SEND")).json.params).toEqual({ tool_slug: "GMAIL_SEND" });
  });

  it("404: an unknown path answers in the error envelope", async () => {
    const { response, json } = await call("GET", "/api/v3/nothing/here");
    expect(response.status).toBe(404);
    expect(json.error).toMatchObject({ status: 404, slug: "NotFound", request_id: expect.stringMatching(/^req_/) });
  });

  it("405: a known path with another method names the methods it has", async () => {
    const { response, json } = await call("DELETE", "/api/v3/tools/enum");
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
    expect(json.error).toMatchObject({ status: 405, slug: "MethodNotAllowed" });
  });

  it("answers HEAD like GET without a body, and OPTIONS with the methods", async () => {
    const head = await call("HEAD", "/api/v3/tools/enum");
    expect([head.response.status, head.json]).toEqual([200, undefined]);
    expect((await call("OPTIONS", "/api/v3/tools/enum")).response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
  });

  it("answers the whole API and the listed paths outside it, and leaves pages to Next", () => {
    for (const path of ["/api/v3/x", "/api/v3.1/x/y", "/connect/ln_1", "/api/health"])
      expect(door.answers(path), path).toBe(true);
    for (const path of ["/", "/login", "/connect", "/connect/a/b", "/api/auth/session", "/api/v30/x", "/api/healthy"])
      expect(door.answers(path), path).toBe(false);
  });
});
