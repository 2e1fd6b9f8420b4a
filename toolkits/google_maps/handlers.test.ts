/** Google Maps' tools against a stand-in that remembers what it was asked. */
import { describe, expect, it } from "vitest";
import type { HandlerRequest, HandlerTools } from "@/lib/catalog/tool-handler";
import { handlers } from "./handlers";
import { HANDLER_FACTS } from "@/test/builders/handler-facts";

const run = (name: string, args: Record<string, unknown>, data: unknown = {}) => {
  const requests: HandlerRequest[] = [];
  const tools: HandlerTools = {
    call: (request) => {
      requests.push(request);
      return Promise.resolve({ status: 200, headers: {}, data });
    },
    readFile: () => Promise.reject(new Error("no files")),
    ...HANDLER_FACTS,
    fail: (message) => {
      throw new Error(message);
    },
  };
  const result = Promise.resolve().then(() => handlers[name]?.(args as Record<string, never>, tools));
  return { result, requests };
};

describe("Google Maps", () => {
  it("tells a refusal that came with status 200", async () => {
    await expect(
      run("geocode", { address: "x" }, { status: "REQUEST_DENIED", error_message: "The key is wrong." }).result,
    ).rejects.toThrow("REQUEST_DENIED. The key is wrong.");
    expect(await run("geocode", { address: "x" }, { status: "ZERO_RESULTS", results: [] }).result).toEqual({
      status: "ZERO_RESULTS",
      results: [],
    });
  });

  it("asks the newer APIs with a field mask", async () => {
    const { result, requests } = run("computeRoute", {
      origin_address: "A",
      destination_address: "B",
      fieldMask: "routes.duration, routes.legs",
    });
    await result;
    expect(requests[0]).toMatchObject({
      headers: { "x-goog-fieldmask": "routes.duration,routes.legs" },
      body: { origin: { address: "A" }, travelMode: "DRIVE", routeModifiers: { avoidTolls: false } },
    });
    expect(requests[0]?.body).not.toHaveProperty("units");
  });

  it("sends coordinates and IDs of a route as such", async () => {
    const { result, requests } = run("computeRoute", {
      origin_address: "52.52, 13.405",
      destination_address: "place_id:abc",
      intermediates: ["Potsdam"],
    });
    await result;
    expect(requests[0]?.body).toMatchObject({
      origin: { location: { latLng: { latitude: 52.52, longitude: 13.405 } } },
      destination: { placeId: "abc" },
      intermediates: [{ address: "Potsdam" }],
    });
  });

  it("asks for the next page of places with the body of the page before, near a point", async () => {
    const search = { textQuery: "pizza", latitude: 52.5, longitude: 13.4, minRating: 4 };
    const first = run("textSearch", search);
    const next = run("textSearch", { ...search, pageToken: "t" });
    await Promise.all([first.result, next.result]);
    expect(first.requests[0]).toMatchObject({
      headers: { "x-goog-fieldmask": expect.stringContaining("nextPageToken") as string },
      body: {
        textQuery: "pizza",
        pageSize: 10,
        minRating: 4,
        locationBias: { circle: { center: { latitude: 52.5, longitude: 13.4 }, radius: 5000 } },
      },
    });
    expect(next.requests[0]?.body).toEqual({ ...(first.requests[0]?.body as object), pageToken: "t" });
  });

  it("builds an embedded map without any request, so without the connection's key", async () => {
    const { result, requests } = run("embed", { mode: "place", place_params: { q: "A & B" } });
    expect(await result).toEqual({
      embed_url: "https://www.google.com/maps/embed/v1/place?key=YOUR_BROWSER_KEY&q=A+%26+B",
      html: expect.stringContaining("key=YOUR_BROWSER_KEY&amp;q=") as string,
    });
    expect(requests).toEqual([]);
    await expect(run("embed", { mode: "view" }).result).rejects.toThrow("needs view_params");
    await expect(run("embed", { mode: "place", place_params: { q: "x".repeat(16_384) } }).result).rejects.toThrow(
      "more than the 16384 characters",
    );
  });
});
