/** The reader of SDKs against the three shapes that openapi-generator gives a TypeScript client. */
import { describe, expect, it } from "vitest";
import { readSdk } from "./read-sdk";

const FETCH_STYLE = {
  "crm/contacts/apis/BasicApi.js": `
    class BasicApiRequestFactory extends baseapi_1.BaseAPIRequestFactory {
      getById(contactId, properties, archived, _options) {
        return __awaiter(this, void 0, void 0, function* () {
          const localVarPath = '/crm/v3/objects/contacts/{contactId}'
            .replace('{' + 'contactId' + '}', encodeURIComponent(String(contactId)));
          const requestContext = _config.baseServer.makeRequestContext(localVarPath, http_1.HttpMethod.GET);
          requestContext.setHeaderParam("Accept", "application/json");
          if (properties !== undefined) {
            const serializedParams = ObjectSerializer_1.ObjectSerializer.serialize(properties, "Array<string>", "");
            for (const serializedParam of serializedParams) { requestContext.appendQueryParam("properties", serializedParam); }
          }
          if (archived !== undefined) {
            requestContext.setQueryParam("archived",
              ObjectSerializer_1.ObjectSerializer.serialize(archived, "boolean", ""));
          }
        });
      }
      create(contactInput, _options) {
        return __awaiter(this, void 0, void 0, function* () {
          const localVarPath = '/crm/v3/objects/contacts';
          const requestContext = _config.baseServer.makeRequestContext(localVarPath, http_1.HttpMethod.POST);
          const contentType = ObjectSerializer_1.ObjectSerializer.getPreferredMediaType(["application/json"]);
          const serializedBody = ObjectSerializer_1.ObjectSerializer.stringify(
            ObjectSerializer_1.ObjectSerializer.serialize(contactInput, "ContactInput", ""), contentType);
        });
      }
    }`,
  "crm/contacts/apis/BasicApi.d.ts": `
    export declare class BasicApiRequestFactory {
      getById(contactId: string, properties?: Array<string>, archived?: boolean, _options?: Configuration): Promise<RequestContext>;
      create(contactInput: ContactInput, _options?: Configuration): Promise<RequestContext>;
    }
    export declare class BasicApiResponseProcessor {
      getByIdWithHttpInfo(response: ResponseContext): Promise<HttpInfo<Contact>>;
      createWithHttpInfo(response: ResponseContext): Promise<HttpInfo<void>>;
    }`,
  "crm/deals/apis/BasicApi.js": `
    class BasicApiRequestFactory {
      create(dealInput, _options) { const localVarPath = '/crm/v3/objects/deals'; make(localVarPath, http_1.HttpMethod.POST); }
    }`,
  "crm/contacts/models/Contact.d.ts": `
    export declare class Contact {
      'createdAt': Date; '_from'?: Contact; '_cache'?: Contact; static readonly discriminator: string | undefined; }`,
  "crm/contacts/models/Contact.js": `Contact.attributeTypeMap = [
    { "name": "createdAt", "baseName": "created_at", "type": "Date", "format": "date-time" },
    { "name": "_from", "baseName": "from", "type": "Contact", "format": "" }];`,
  "crm/contacts/models/ContactInput.d.ts": `
    export declare class ContactInput { 'properties': { [key: string]: string; }; 'kind'?: ContactInputKindEnum; 'size'?: number; }
    export declare enum ContactInputKindEnum { Person = "PERSON", Company = "COMPANY" }`,
  "crm/contacts/models/ContactInput.js": `ContactInput.attributeTypeMap = { size: { baseName: "size", type: "number", format: "int32" } };`,
  "crm/contacts/http/http.d.ts": "export declare class Contact { wrong: string; }",
};

const AXIOS_STYLE = {
  "v1/api/files-api.js": `
    const FilesApiAxiosParamCreator = function (configuration) {
      return {
        addFile: (file, deal_id) => __awaiter(this, void 0, void 0, function* () {
          const localVarPath = \`/files\`;
          const localVarRequestOptions = Object.assign({ method: 'POST' }, baseOptions);
          if (file !== undefined) { localVarFormParams.append('file', file); }
          if (deal_id !== undefined) { localVarFormParams.append('deal_id', deal_id); }
          localVarHeaderParameter['Content-Type'] = 'multipart/form-data';
        }),
        updateFile: (id, FileRequest, ids) => __awaiter(this, void 0, void 0, function* () {
          const localVarPath = \`/files/{id}\`.replace(\`{\${"id"}}\`, encodeURIComponent(String(id)));
          const localVarRequestOptions = Object.assign({ method: 'PUT' }, baseOptions);
          if (ids) { localVarQueryParameter['ids'] = ids.join(base_1.COLLECTION_FORMATS.csv); }
          localVarHeaderParameter['Content-Type'] = 'application/json';
          localVarRequestOptions.data = (0, common_1.serializeDataIfNeeded)(FileRequest, localVarRequestOptions, configuration);
        }),
        renameFile: (id, name) => __awaiter(this, void 0, void 0, function* () {
          const localVarPath = \`/files/{id}/name\`.replace(\`{\${"id"}}\`, encodeURIComponent(String(id)));
          const localVarRequestOptions = Object.assign({ method: 'PUT' }, baseOptions);
          if (name !== undefined) { localVarFormParams.set('name', name); }
          localVarHeaderParameter['Content-Type'] = 'application/x-www-form-urlencoded';
          localVarRequestOptions.data = localVarFormParams.toString();
        }),
      };
    };`,
  "v1/api/files-api.d.ts": `
    export declare const FilesApiAxiosParamCreator: (configuration?: Configuration) => {
      /** Uploads <b>a file</b>.
       * @summary Add file
       * @param {File} file The content */
      addFile: (file: File, deal_id?: number) => Promise<RequestArgs>;
      /** @summary Change a file */
      updateFile: (id: number, FileRequest?: FileRequest, ids?: Array<number>) => Promise<RequestArgs>;
      renameFile: (id: number, name?: string) => Promise<RequestArgs>;
    };
    export interface FilesApiUpdateFileRequest {
      /** Which ones */
      readonly ids?: Array<number>; }
    export declare class FilesApi { updateFile(requestParameters: FilesApiUpdateFileRequest): Promise<FileAnswer>; }`,
  "v1/models/file-request.d.ts": `
    export interface FileRequest { 'name': string | null; 'visible'?: Visible; }
    export declare const Visible: { readonly Owner: "1"; readonly All: "3"; };
    export type Visible = typeof Visible[keyof typeof Visible];
    export type FileAnswer = FileRequest & { 'success'?: boolean };`,
};

const SESSION_STYLE = {
  "api/couponsApi.js": `
    class CouponsApi {
      getCoupon(id, options = {}) {
        return __awaiter(this, void 0, void 0, function* () {
          const localVarPath = this.basePath + '/api/coupons/{id}'.replace('{' + 'id' + '}', encodeURIComponent(String(id)));
          if (options.fieldsCoupon !== undefined) {
            localVarQueryParameters['fields[coupon]'] =
              models_1.ObjectSerializer.serialize(options.fieldsCoupon, "Array<string>");
          }
          (0, apis_1.queryParamPreProcessor)(localVarQueryParameters);
          let config = { method: 'GET', url: localVarPath };
        });
      }
    }`,
  "api/couponsApi.d.ts": `
    export declare class CouponsApi {
      getCoupon(id: string, options?: { fieldsCoupon?: Array<'id' | 'name'>; }): Promise<{ response: AxiosResponse; body: CouponAnswer; }>;
    }`,
  "model/couponAnswer.d.ts":
    "export declare class CouponAnswer { 'type': CouponEnum; 'content': A | B; } " +
    "export declare enum CouponEnum { Coupon } " +
    "export declare class A { 'a': string; } export declare class B { 'b': string; }",
  "model/couponAnswer.js": `(function (CouponEnum) { CouponEnum[CouponEnum["Coupon"] = 'coupon'] = "Coupon"; })(CouponEnum);`,
};

const string = { type: "string" };

describe("SDKs of the typescript generator", () => {
  const { paths, components } = readSdk(FETCH_STYLE);
  const schemas = components?.schemas as Record<string, unknown>;

  it("places path and query parameters and tells required ones", () => {
    expect(paths?.["/crm/v3/objects/contacts/{contactId}"]?.get?.parameters).toEqual([
      { name: "contactId", in: "path", required: true, schema: string },
      { name: "properties", in: "query", required: false, schema: { type: "array", items: string }, explode: true },
      { name: "archived", in: "query", required: false, schema: { type: "boolean" } },
    ]);
  });

  it("tells operations of the same name apart by folder and class", () => {
    expect(paths?.["/crm/v3/objects/contacts"]?.post?.operationId).toBe("crm_contacts_Basic_create");
    expect(paths?.["/crm/v3/objects/deals"]?.post?.operationId).toBe("crm_deals_Basic_create");
    expect(paths?.["/crm/v3/objects/contacts/{contactId}"]?.get?.operationId).toBe("getById");
  });

  it("reads bodies with maps, enums and integer formats", () => {
    expect(paths?.["/crm/v3/objects/contacts"]?.post?.requestBody).toEqual({
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/crm_contacts_ContactInput" } } },
    });
    expect(schemas.crm_contacts_ContactInput).toEqual({
      type: "object",
      required: ["properties"],
      properties: {
        properties: { type: "object", additionalProperties: string },
        kind: { $ref: "#/components/schemas/crm_contacts_ContactInputKindEnum" },
        size: { type: "integer", format: "int32" },
      },
    });
    expect(schemas.crm_contacts_ContactInputKindEnum).toEqual({ type: "string", enum: ["PERSON", "COMPANY"] });
  });

  it("names properties as the wire does, leaves out those of the client alone, and ends circles", () => {
    expect(schemas.crm_contacts_Contact).toEqual({
      type: "object",
      required: ["created_at"],
      properties: {
        created_at: { type: "string", format: "date-time" },
        from: { $ref: "#/components/schemas/crm_contacts_Contact" },
      },
    });
  });

  it("gives an empty answer where nothing is returned", () => {
    expect(paths?.["/crm/v3/objects/contacts"]?.post?.responses).toEqual({ 204: {} });
  });
});

describe("SDKs of the typescript-axios generator", () => {
  const { paths, components } = readSdk(AXIOS_STYLE);

  it("reads uploads as multipart forms with their texts", () => {
    expect(paths?.["/files"]?.post).toMatchObject({
      summary: "Add file",
      description: "Uploads a file .",
      requestBody: {
        content: {
          "multipart/form-data": {
            schema: {
              required: ["file"],
              properties: {
                file: { type: "string", format: "binary", description: "The content" },
                deal_id: { type: "number" },
              },
            },
          },
        },
      },
    });
  });

  it("reads plain forms, whose values are set", () => {
    expect(paths?.["/files/{id}/name"]?.put?.requestBody?.content).toEqual({
      "application/x-www-form-urlencoded": { schema: { type: "object", properties: { name: { type: "string" } } } },
    });
  });

  it("leaves open whether an optional body is needed, so that its members decide", () => {
    expect(paths?.["/files/{id}"]?.put?.requestBody).toEqual({
      content: { "application/json": { schema: { $ref: "#/components/schemas/v1_FileRequest" } } },
    });
  });

  it("joins lists with commas where the SDK does", () => {
    expect(paths?.["/files/{id}"]?.put?.parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "number" } },
      {
        name: "ids",
        in: "query",
        required: false,
        schema: { type: "array", items: { type: "number" } },
        description: "Which ones",
        explode: false,
      },
    ]);
  });

  it("reads values of constant objects, null and intersections", () => {
    expect(components?.schemas).toMatchObject({
      v1_FileRequest: {
        required: ["name"],
        properties: { name: { type: "string", nullable: true }, visible: { $ref: "#/components/schemas/v1_Visible" } },
      },
      v1_Visible: { type: "string", enum: ["1", "3"] },
      v1_FileAnswer: {
        allOf: [
          { $ref: "#/components/schemas/v1_FileRequest" },
          { type: "object", properties: { success: { type: "boolean" } } },
        ],
      },
    });
  });
});

describe("SDKs of the session style", () => {
  const { paths, components } = readSdk(SESSION_STYLE);

  it("reads optional parameters out of the options", () => {
    expect(paths?.["/api/coupons/{id}"]?.get?.parameters?.[1]).toEqual({
      name: "fields[coupon]",
      in: "query",
      required: false,
      explode: false,
      schema: { type: "array", items: { type: "string", enum: ["id", "name"] } },
    });
  });

  it("finds the values of enums in the code, and alternatives in types", () => {
    expect(paths?.["/api/coupons/{id}"]?.get?.responses).toEqual({
      200: { content: { "application/json": { schema: { $ref: "#/components/schemas/_CouponAnswer" } } } },
    });
    expect(components?.schemas).toMatchObject({
      _CouponEnum: { type: "string", enum: ["coupon"] },
      _CouponAnswer: {
        properties: { content: { oneOf: [{ $ref: "#/components/schemas/_A" }, { $ref: "#/components/schemas/_B" }] } },
      },
    });
  });
});
