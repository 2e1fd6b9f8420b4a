/** Stripe's client as a description: its methods, types and comments. */
import { describe, expect, it } from "vitest";
import { readStripe } from "./read-stripe";

const TYPES = `
import { StripeResource } from '../StripeResource.js';
import { Product } from './Products.js';
import { Emptyable, MetadataParam, OtherString, PaginationParams, RangeQueryParam, Metadata, Decimal } from '../shared.js';
export declare class CouponResource extends StripeResource {
    /** Removes a coupon. */
    del(id: string, params?: CouponDeleteParams, options?: RequestOptions): Promise<Response<DeletedCoupon>>;
    list(params?: CouponListParams, options?: RequestOptions): ApiListPromise<Coupon>;
    create(params: CouponCreateParams, options?: RequestOptions): Promise<Response<Coupon>>;
    listUses(couponId: string, id: string, params?: CouponListUsesParams): ApiSearchResultPromise<Coupon>;
    pdf(id: string, params?: CouponPdfParams): Promise<StripeStreamResponse>;
}
export interface Coupon {
    id: string;
    deleted?: void;
    amount_off: number | null;
    percent_off: number | null;
    product: string | Product;
    metadata: Metadata | null;
    duration: Coupon.Duration;
    price?: Decimal;
}
export interface DeletedCoupon { id: string; deleted: true; }
export declare namespace Coupon { type Duration = 'forever' | 'once' | OtherString; }
export interface CouponCreateParams {
    /** How much it takes off. */
    amount_off?: number;
    currency: string;
    name?: Emptyable<string>;
    metadata?: Emptyable<MetadataParam>;
    duration?: CouponCreateParams.Duration;
    applies_to?: CouponCreateParams.AppliesTo;
}
export declare namespace CouponCreateParams {
    type Duration = 'forever' | 'once' | OtherString;
    interface AppliesTo { products?: Array<string>; }
}
export interface CouponListParams extends PaginationParams { created?: RangeQueryParam | number; }
export interface CouponDeleteParams {}
`;
const CODE = `
export class CouponResource extends StripeResource {
    del(id, params, options) {
        return this._makeRequest('DELETE', \`/v1/coupons/\${encodeURIComponent(id)}\`, params, options);
    }
    list(params, options) {
        return this._makeRequest('GET', '/v1/coupons', params, options, { methodType: 'list' });
    }
    create(params, options) {
        return this._makeRequest('POST', '/v1/coupons', params, options, { responseSchema: { kind: 'object' } });
    }
    listUses(couponId, id, params) {
        return this._makeRequest('GET', \`/v1/coupons/\${encodeURIComponent(couponId)}/uses/\${encodeURIComponent(id)}\`, params);
    }
    pdf(id, params) {
        return this._makeRequest('GET', \`/v1/coupons/\${encodeURIComponent(id)}/pdf\`, params, {}, { apiBase: 'files', streaming: true });
    }
}`;
const SHARED = `
export interface PaginationParams { limit?: number; starting_after?: string; }
export interface RangeQueryParam { gte?: number; }
`;
const document = readStripe(
  {
    "resources/Coupons.d.ts": TYPES,
    "resources/Coupons.js": CODE,
    "resources/Products.d.ts": "export interface Product { id: string; }",
    "resources/V2/Things.d.ts": TYPES,
    "resources/V2/Things.js": CODE.replaceAll("coupons", "things"),
    "shared.d.ts": SHARED,
  },
  { "/uses/\\{\\w+\\}": "/uses/{id}" },
);

describe("Stripe's client", () => {
  it("names the places of paths by the word before them, or as the toolkit's file says", () => {
    expect(Object.keys(document.paths ?? {})).toEqual([
      "/v1/coupons/{coupon}",
      "/v1/coupons",
      "/v1/coupons/{coupon}/uses/{id}",
      "/v1/coupons/{coupon}/pdf",
    ]);
    expect(document.paths?.["/v1/coupons/{coupon}"]?.delete).toMatchObject({
      operationId: "DeleteCouponsCoupon",
      description: "Removes a coupon.",
    });
  });

  it("sends a list's filters as a query, with those that all lists have", () => {
    const { parameters, responses } = document.paths?.["/v1/coupons"]?.get ?? {};
    expect(parameters?.map(({ name, in: place, style }) => [name, place, style])).toEqual([
      ["limit", "query", undefined],
      ["starting_after", "query", undefined],
      ["created", "query", "deepObject"],
    ]);
    expect(responses?.["200"]?.content?.["application/json"]?.schema?.properties).toMatchObject({
      data: { type: "array", items: { $ref: "#/components/schemas/resources_Coupons.Coupon" } },
      has_more: { type: "boolean" },
    });
  });

  it("sends a write's members as a form: objects in brackets, and an empty text where it clears a value", () => {
    const body = document.paths?.["/v1/coupons"]?.post?.requestBody;
    const media = body?.content?.["application/x-www-form-urlencoded"];
    expect(media?.schema).toMatchObject({
      required: ["currency"],
      properties: {
        amount_off: { type: "integer", description: "How much it takes off." },
        name: { type: "string" },
        metadata: { anyOf: [{ type: "object" }, { enum: [""] }] },
        duration: { $ref: "#/components/schemas/resources_Coupons.CouponCreateParams.Duration" },
      },
    });
    expect(Object.keys(media?.encoding ?? {})).toEqual(["metadata", "applies_to"]);
    expect(document.components?.schemas).toMatchObject({
      "resources_Coupons.CouponCreateParams.Duration": { type: "string", enum: ["forever", "once"] },
    });
  });

  it("answers objects as they are: null, fractions, expanded things", () => {
    const schemas = document.components?.schemas as Record<string, { properties: Record<string, unknown> }>;
    expect(schemas["resources_Coupons.Coupon"]?.properties).toMatchObject({
      amount_off: { type: "integer", nullable: true },
      percent_off: { type: "number", nullable: true },
      product: { anyOf: [{ type: "string" }, { $ref: "#/components/schemas/resources_Products.Product" }] },
      price: { type: "string", format: "decimal" },
    });
    expect(schemas["resources_Coupons.Coupon"]?.properties).not.toHaveProperty("deleted");
  });

  it("calls the host of files, whose answer is a file", () => {
    expect(document.paths?.["/v1/coupons/{coupon}/pdf"]?.get).toMatchObject({
      servers: [{ url: "https://files.stripe.com" }],
      responses: { 200: { content: { "application/pdf": { schema: { format: "binary" } } } } },
    });
  });
});
