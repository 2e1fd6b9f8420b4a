/** Each class of faults is found in a planted tool, and a tool without faults has none. */
import { describe, expect, it } from "vitest";
import type { CompiledTool, CompiledToolkit } from "../../../compiled-toolkit";
import { outputSchema, type ToolSchema } from "../../../tool-schema";
import type { ToolRequest } from "../../../tool-request";
import { FAULT_CLASSES, findFaults } from "./fault-classes";

const TEXT: ToolSchema = { type: "string", description: "Words for the order's parcel" };
const ANSWER = outputSchema({ type: "object", properties: { id: { type: "string" } } });

type Changes = Partial<Omit<CompiledTool, "run">> & { request?: Partial<ToolRequest> };

/** A tool that creates an order, as a change makes it. */
function order({
  request,
  inputSchema = { type: "object", properties: { note: TEXT } },
  ...rest
}: Changes = {}): CompiledTool {
  const keys = Object.keys(inputSchema.properties);
  const method = request?.method ?? "POST";
  const isBody = method !== "GET";
  return {
    slug: "SHOP_CREATE_ORDER",
    name: "Create an order",
    description: "Creates an order of one parcel and returns its id.",
    tags: ["createHint"],
    scopes: [],
    inputSchema,
    outputSchema: ANSWER,
    important: false,
    deprecated: false,
    aliases: [],
    ...rest,
    run: {
      request: {
        method,
        baseUrl: "https://shop.example",
        path: "/orders",
        parameters: isBody ? [] : keys.map((key) => ({ key, name: key, in: "query" as const })),
        ...(isBody && {
          body: {
            mode: "flat" as const,
            contentType: "application/json",
            fields: keys.map((key) => ({ key, name: key })),
          },
        }),
        ...request,
      },
    },
  };
}

const withArgument = (name: string, schema: ToolSchema, more: Changes = {}): CompiledTool =>
  order({ inputSchema: { type: "object", properties: { note: TEXT, [name]: schema } }, ...more });
const list = (more: Changes = {}): CompiledTool =>
  order({ slug: "SHOP_LIST_ORDERS", tags: ["readOnlyHint"], request: { method: "GET" }, ...more });

const classesOf = (...tools: CompiledTool[]): string[] => [
  ...new Set(findFaults({ slug: "shop", tools } as CompiledToolkit).map((fault) => fault.class)),
];

const PLANTED: Readonly<Record<string, CompiledTool[]>> = {
  "build dates": [withArgument("day", { ...TEXT, examples: [{ at: "2025-10-15T13:52:14.376Z" }] })],
  "arguments described by their name": [withArgument("orderId", { type: "string", description: "The order ID" })],
  "arguments without words": [withArgument("color", { type: "string" })],
  "ids without a source": [
    order({
      inputSchema: {
        type: "object",
        properties: { parcel: { type: "string", description: "The parcel's ID" } },
        required: ["parcel"],
      },
    }),
  ],
  "objects without members": [
    withArgument("parcel", { type: "object", additionalProperties: true, description: "What is sent" }),
  ],
  "flags as text": [
    withArgument(
      "closed",
      { type: "string", description: "true or false" },
      { request: { parameters: [{ key: "closed", name: "closed", in: "query" }] } },
    ),
  ],
  "numbers as text": [
    withArgument(
      "limit",
      { type: "string", description: "a number from 1 to 50" },
      { request: { parameters: [{ key: "limit", name: "limit", in: "query" }] } },
    ),
  ],
  "ids asked for twice": [
    withArgument("parcelId_2", TEXT, {
      request: {
        path: "/parcels/{parcelId}",
        parameters: [{ key: "parcelId", name: "parcelId", in: "path" }],
        body: { mode: "flat", contentType: "application/json", fields: [{ key: "parcelId_2", name: "parcelId" }] },
      },
    }),
  ],
  "words of another page": [order({ description: "Creates an order. As noted above, the parcel is sent at once." })],
  "names that say a thing twice": [order({ name: "Post orders order" })],
  "separators of lists": [
    withArgument("colors", { type: "array", items: TEXT, description: "A comma-separated list of colors" }),
  ],
  "nulls refused": [withArgument("color", { type: "string", description: "Color of the parcel, or null for none" })],
  "examples of another type": [withArgument("isOpen", { ...TEXT, type: "boolean", examples: ["true"] })],
  "cursors in lost headers": [
    list({
      inputSchema: {
        type: "object",
        properties: { after: { type: "string", description: "A cursor, as given in the Link header" } },
      },
    }),
  ],
  "closed sets that grow": [withArgument("currency", { ...TEXT, enum: ["EUR", "USD", "CHF"] })],
  "choices that set nothing": [withArgument("size", { ...TEXT, enum: ["sizeUnspecified", "small", "large"] })],
  "lists as choices": [withArgument("colors", { ...TEXT, enum: ['["red"]', '["blue"]'] })],
  "members of the server": [
    withArgument("parcel", {
      type: "object",
      description: "What is sent",
      properties: { tracking: { type: "string", description: "Number of the carrier. Read-only." } },
    }),
  ],
  "required by words only": [withArgument("address", { type: "string", description: "Required. Where it goes" })],
  "only members left out": [
    withArgument(
      "address",
      { type: "string", description: "Where it goes" },
      {
        slug: "SHOP_UPDATE_ORDER",
        request: {
          method: "PATCH",
          body: {
            mode: "flat",
            contentType: "application/json",
            required: true,
            fields: [{ key: "address", name: "address" }],
          },
        },
      },
    ),
  ],
  "optional places of a path": [
    withArgument("shop", TEXT, {
      request: { path: "/{shop}/orders", parameters: [{ key: "shop", name: "shop", in: "path" }] },
    }),
  ],
  "limits in words only": [withArgument("count", { type: "integer", description: "It must be between 1 and 9." })],
  "descriptions of three words": [order({ description: "Create EOB object" })],
  "lists without pages": [
    list({ outputSchema: outputSchema({ type: "object", properties: { orders: { type: "array", items: {} } } }) }),
  ],
  "pages that nothing asks for": [
    list({
      outputSchema: outputSchema({
        type: "object",
        properties: { items: { type: "array", items: {} }, next_cursor: { type: "string" } },
      }),
    }),
  ],
  "results lost in headers": [order({ outputSchema: outputSchema({ type: "object", properties: {} }) })],
  "hints against the request": [
    order({ slug: "SHOP_ADD_ORDER_NOTE", tags: ["updateHint", "idempotentHint"] }),
    order({ slug: "SHOP_ENABLE_ORDER", tags: ["updateHint", "idempotentHint"] }),
    order({
      tags: ["readOnlyHint", "idempotentHint"],
      inputSchema: { type: "object", properties: { bigqueryDestination: TEXT } },
    }),
  ],
  "open answers": [order({ outputSchema: outputSchema(undefined) })],
  "refused by model providers": [withArgument("size", { ...TEXT, enum: ["", "large"] })],
  "descriptions of another operation": [
    order(),
    order({
      slug: "SHOP_CREATE_RETURN",
      request: { path: "/returns" },
      inputSchema: { type: "object", properties: {} },
    }),
  ],
  "one operation under two slugs": [
    order(),
    order({ slug: "SHOP_ORDERS_INSERT", description: "Adds one more order." }),
  ],
};

describe("classes of faults", () => {
  it("are all planted here", () => expect(Object.keys(PLANTED).sort()).toEqual([...FAULT_CLASSES].sort()));

  it.each(Object.entries(PLANTED))("find %s", (name, tools) => expect(classesOf(...tools)).toContain(name));

  it("find nothing in tools without faults", () => {
    const paged: CompiledTool = list({
      description: "Lists orders with their parcels and addresses.",
      inputSchema: {
        type: "object",
        properties: { limit: { type: "integer", description: "How many orders to give" } },
      },
    });
    expect(classesOf(order(), paged)).toEqual([]);
  });

  it("count no tools of one operation that set different members of it", () => {
    const setting = (slug: string, name: string): CompiledTool =>
      order({
        slug,
        description: `Sets the ${name} of an order, and nothing else of it.`,
        inputSchema: { type: "object", properties: { note: TEXT }, required: ["note"] },
        request: {
          body: { mode: "flat", contentType: "application/json", required: true, fields: [{ key: "note", name }] },
        },
      });
    expect(classesOf(setting("SHOP_SET_TITLE", "title"), setting("SHOP_SET_COLOR", "color"))).toEqual([]);
  });

  it("count no deprecated tool", () =>
    expect(classesOf(order({ description: "Create EOB object", deprecated: true }))).toEqual([]));
});
