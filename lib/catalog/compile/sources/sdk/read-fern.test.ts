/** A client made by Fern as a description: its methods, types and comments. */
import { describe, expect, it } from "vitest";
import { readFern } from "./read-fern";

const CLIENT_TYPES = `
export declare class VoicesClient {
    /**
     * Lists voices.
     *
     * @param {Acme.VoicesListRequest} request
     */
    list(request?: Acme.VoicesListRequest, requestOptions?: VoicesClient.RequestOptions): core.HttpResponsePromise<Acme.VoiceList>;
    private __list;
    /**
     * Speaks a text.
     * @param {string} voice_id - Who speaks.
     */
    speak(voice_id: string, request: Acme.SpeakRequest): core.HttpResponsePromise<ReadableStream<Uint8Array>>;
    clone(request: Acme.voices.CloneRequest): core.HttpResponsePromise<Acme.Voice>;
    delete(voice_id: string): core.HttpResponsePromise<void>;
}`;
const call = (path: string, method: string, more = ""): string => `
      const _response = yield (core.fetcher)({
        url: core.url.join(base, ${path}), method: "${method}", ${more}
      });`;
const CODE = `class VoicesClient {
  list(request, options) { return core.HttpResponsePromise.fromPromise(this.__list(request, options)); }
  __list() { return __awaiter(this, arguments, void 0, function* (request = {}) {
      const _queryParams = { page_size: request.pageSize, sort: serializers.Sort.jsonOrThrow(request.sort) };
      ${call('"v1/voices"', "GET", "queryString: core.url.queryBuilder().addMany(_queryParams).build(),")}
  }); }
  __speak(voice_id, request) { return __awaiter(this, void 0, void 0, function* () {
      const { outputFormat } = request, _body = __rest(request, ["outputFormat"]);
      const _queryParams = { output_format: outputFormat };
      ${call("`v1/speak/${core.url.encodePathParam(voice_id)}`", "POST", 'requestType: "json", responseType: "streaming",')}
  }); }
  __clone(request) {
    if (request.signWithC2Pa != null) _body.append("sign_with_c2pa", (_a = request.signWithC2Pa) === null ? 0 : _a.toString());
    ${call('"v1/voices/clone"', "POST", 'requestType: "file",')} }
  __delete(voice_id) { ${call("`v1/voices/${core.url.encodePathParam(voice_id)}`", "DELETE")} }
}`;
const document = readFern({
  "resources/voices/client/Client.d.ts": CLIENT_TYPES,
  "resources/voices/client/Client.js": CODE,
  "resources/voices/client/requests/VoicesListRequest.d.ts":
    "export interface VoicesListRequest {\n /** How many at most. */\n pageSize?: number;\n sort?: Acme.Sort;\n}",
  "resources/voices/client/requests/CloneRequest.d.ts":
    "export interface CloneRequest { name: string; file: core.file.Uploadable; signWithC2Pa?: boolean; }",
  "types/SpeakRequest.d.ts":
    "export interface SpeakRequest { text: string; outputFormat?: string; voiceSettings?: Acme.Settings; }",
  "types/Settings.d.ts": "export interface Settings { stability?: number; }",
  "types/Sort.d.ts": `export declare const Sort: { readonly Asc: "asc"; readonly Desc: "desc"; };
    export type Sort = (typeof Sort)[keyof typeof Sort];`,
  "types/VoiceList.d.ts":
    "export interface VoiceList { voices: Acme.Voice[]; byName: Record<string, Acme.Voice | undefined>; }",
  "types/Voice.d.ts": `export type Voice = Acme.Voice.Own | Acme.Voice.Shared;
    export declare namespace Voice {
      interface Own extends Acme.Base { type: "own"; }
      interface Shared { type: "shared"; createdAt: Date; }
    }`,
  "types/Base.d.ts": "export interface Base { audioBase64: string; }",
  "types/Usage.d.ts": "export interface Usage { calls7D: number; audioBase64: string; apiKeys: string[]; }",
  "serialization/types/Usage.js": `exports.Usage = core.serialization.object({
    calls7D: core.serialization.property("calls_7d", core.serialization.number()),
    audioBase64: core.serialization.property("audio_base64", core.serialization.string()),
    apiKeys: core.serialization.property("api-keys", core.serialization.list(core.serialization.string())),
  });`,
});
const schemas = document.components?.schemas as Record<string, unknown>;

describe("a client made by Fern", () => {
  it("sends what the code adds to the query, with the types and words of the request", () => {
    expect(document.paths?.["/v1/voices"]?.get).toMatchObject({
      operationId: "list_voices",
      description: "Lists voices.",
      parameters: [
        {
          name: "page_size",
          in: "query",
          required: false,
          schema: { type: "integer" },
          description: "How many at most.",
        },
        { name: "sort", in: "query", schema: { $ref: "#/components/schemas/Sort" } },
      ],
    });
    expect(schemas.Sort).toEqual({ type: "string", enum: ["asc", "desc"] });
  });

  it("sends the rest as a body under the names of the API, and takes a stream as a file", () => {
    const operation = document.paths?.["/v1/speak/{voice_id}"]?.post;
    expect(operation?.parameters).toMatchObject([
      { name: "voice_id", in: "path", description: "Who speaks." },
      { name: "output_format", in: "query" },
    ]);
    expect(operation?.requestBody).toMatchObject({
      required: true,
      content: { "application/json": { schema: { required: ["text"], properties: { text: {}, voice_settings: {} } } } },
    });
    expect(operation?.responses).toMatchObject({
      200: { content: { "application/octet-stream": { schema: { format: "binary" } } } },
    });
  });

  it("names members as the client itself writes them, by type and in forms", () => {
    expect(schemas.Usage).toMatchObject({ required: ["calls_7d", "audio_base64", "api-keys"] });
    expect(schemas.CloneRequest).toMatchObject({ properties: { sign_with_c2pa: { type: "boolean" } } });
  });

  it("uploads files as a form, and answers a deletion without a body", () => {
    expect(document.paths?.["/v1/voices/clone"]?.post?.requestBody?.content).toMatchObject({
      "multipart/form-data": { schema: { properties: { name: {}, file: { type: "string", format: "binary" } } } },
    });
    expect(document.paths?.["/v1/voices/{voice_id}"]?.delete?.responses).toEqual({ 204: {} });
  });

  it("reads answers with their kinds, dates and names", () => {
    expect(schemas).toMatchObject({
      VoiceList: {
        properties: {
          voices: { type: "array", items: { $ref: "#/components/schemas/Voice" } },
          by_name: { additionalProperties: { $ref: "#/components/schemas/Voice" } },
        },
      },
      Voice: { anyOf: [{ $ref: "#/components/schemas/Voice.Own" }, { $ref: "#/components/schemas/Voice.Shared" }] },
      "Voice.Own": { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { type: { enum: ["own"] } } }] },
      "Voice.Shared": { properties: { created_at: { type: "string", format: "date-time" } } },
      Base: { properties: { audio_base_64: { type: "string" } } },
    });
  });
});
