/** One operation of a description as a tool without a name: arguments, answer, request, hints. */
import type { DraftOptions } from "./draft-options";
import type { ToolRequest } from "../../tool-request";
import { SchemaBounder, type Bounds } from "../schemas/schema-bounder";
import { withAnswerHeaders } from "../names/add-answer-headers";
import { answerSchema, dataHeaders, emptyAnswer, isBodiless, successMedia, withNulls } from "./answer-schema";
import { addBody } from "./add-body";
import { deepenAnswer, hasOpenPart, type AnswerStep } from "./deepen-answer";
import { deepenArguments, type DepthStep, type Room } from "./deepen-arguments";
import { giveLongerWords } from "./give-longer-words";
import { addParameters, ArgumentNames, callerParameters } from "./add-parameters";
import { operationWords } from "../descriptions/operation-words";
import {
  dereference,
  type Method,
  type OpenApiDocument,
  type SourceOperation,
  type SourcePath,
} from "../sources/openapi-document";
import { recordedExamples } from "../sources/recorded-examples";
import { chooseServer } from "./choose-server";
import { fileOutputSchema, outputSchema, type RootSchema, type ToolSchema } from "../../tool-schema";

/** Characters of JSON text; a client sends many tools to a model at once. */
const MAX_INPUT = 20_000;
const MAX_OUTPUT = 12_000;
/** The growth of a schema that is allowed for the needs of model APIs, so that no argument is lost for it. */
const PORTABLE_GROWTH = { input: 5_500, output: 900 };
/** Less than a tool's description can have: later steps add a sign or a sentence. */
const MAX_DESCRIPTION = 1000;

/** Descriptions are shortened before depth is cut: a lost argument costs more than a short sentence. */
const INPUT_LADDER: readonly (readonly [depth: number, descriptionMax: number])[] = [
  [7, 600],
  [7, 300],
  [7, 200],
  [7, 130],
  [7, 80],
  [5, 80],
  [4, 80],
  [3, 80],
  [2, 60],
  [1, 60],
];
/** From here on the steps differ by depth alone, and from there on arguments lose most of what is inside of them. */
const FIRST_SHORT_STEP = 4;
const FIRST_FLAT_STEP = 7;
/** The step with the longest words that arguments get back. */
const LONGEST_WORDS = 1;
/** Characters for words of the toolkit's file. */
const ROOM_FOR_OWN_WORDS = 500;
/** Characters for the names of members that arguments lose at a cut, the most first. */
const NAMES_LADDER = [260, 140, 70];
const OUTPUT_LADDER: readonly (readonly [depth: number, descriptionMax: number])[] = [
  [5, 200],
  [5, 60],
  [4, 60],
  [3, 60],
  [2, 60],
  [1, 60],
  [1, 0],
];
/** By how many levels the parts of an answer are deepened, with short words, and the characters that stay free then. */
const DEEPER_LEVELS = 3;
const WORDS_BELOW = 60;
const FREE_IN_ANSWER = 3_000;

export type DraftTool = {
  name: string;
  description: string;
  tags: string[];
  scopes: string[];
  inputSchema: RootSchema;
  outputSchema: RootSchema;
  request: ToolRequest;
  deprecated: boolean;
  /** Gives `data` of its answer the members that the bounds cut off, where there is room. */
  deepenData?: (data: ToolSchema) => ToolSchema;
};

type AnswerMedia = ReturnType<typeof successMedia>["media"];

/** A schema within bounds, with the schemas that were too long. */
type Fitted<T> = { size: number; room: Room; steps: (T & { bounder: SchemaBounder })[] };

/** Compiles the operations of one document; schemas are shared between them. */
export class OperationCompiler {
  private readonly bounders = new Map<string, SchemaBounder>();

  constructor(
    private readonly document: OpenApiDocument,
    private readonly options: DraftOptions,
  ) {}

  /** @throws Error when the operation has no usable server */
  compile(rawPath: string, item: SourcePath, method: Method, operation: SourceOperation): DraftTool {
    // Some descriptions write places as web frameworks do (`/:id`).
    const path = rawPath.replace(/\/:([A-Za-z_]\w*)(?=\/|$)/g, "/{$1}");
    const server = chooseServer(this.document, item, operation, this.options.baseUrl);
    const parameters = callerParameters(this.document, path, item, operation, this.options.dropParameters);
    const build = (bounder: SchemaBounder) => this.input(bounder, method, operation, parameters);
    const input = this.deepened(this.fit("input", INPUT_LADDER, MAX_INPUT, build), build);
    const words = operationWords(rawPath, method, operation, MAX_DESCRIPTION);
    const answer: ReturnType<typeof successMedia> = this.options.isFile?.(`${method.toUpperCase()} ${rawPath}`)
      ? { binary: true }
      : successMedia(this.document, operation, method === "get" && isDownload(words.name, path));
    const { body, query, map } = input.wire;
    const answerHeaders = answer.binary ? [] : dataHeaders(this.document, operation);
    return {
      ...words,
      tags: (operation.tags ?? []).filter((tag): tag is string => typeof tag === "string"),
      scopes: this.scopes(operation),
      inputSchema: input.schema,
      outputSchema: answer.binary
        ? fileOutputSchema()
        : withAnswerHeaders(
            outputSchema(isBodiless(operation) ? emptyAnswer(method === "post") : this.output(answer.media)),
            answerHeaders,
          ),
      ...(answer.binary || isBodiless(operation)
        ? {}
        : { deepenData: (data: ToolSchema) => this.deepenData(answer.media, data) }),
      deprecated: operation.deprecated === true,
      request: {
        method: method.toUpperCase() as ToolRequest["method"],
        ...server,
        // Some descriptions distinguish operations of one path by a fragment, which is not part of a request (RFC 9110,
        // 7.1).
        path: path.replace(/#.*$/, ""),
        parameters: [...map, ...query],
        ...(body ? { body } : {}),
        ...(this.options.headers && Object.keys(this.options.headers).length > 0
          ? { headers: this.options.headers }
          : {}),
        ...(answer.binary ? { binary: true } : {}),
        ...(answerHeaders.length > 0 ? { answerHeaders } : {}),
      },
    };
  }

  private input(
    bounder: SchemaBounder,
    method: Method,
    operation: SourceOperation,
    parameters: ReturnType<typeof callerParameters>,
  ) {
    const names = new ArgumentNames();
    const map = addParameters(names, parameters, bounder);
    const wire = {
      map,
      ...addBody(this.document, method, operation.requestBody, names, bounder, this.options),
    };
    const schema: RootSchema = {
      type: "object",
      properties: { ...names.properties },
      ...(names.required.length > 0 ? { required: names.required } : {}),
    };
    return { schema, wire };
  }

  /** The output for a JSON answer or one without a body; undefined without a described form. */
  describedOutput(method: Method, operation: SourceOperation): RootSchema | undefined {
    if (isBodiless(operation)) return outputSchema(emptyAnswer(method === "post"));
    const { media, binary } = successMedia(this.document, operation);
    const schema = binary ? undefined : this.output(media);
    return schema && outputSchema(schema);
  }

  private output(media: AnswerMedia): ToolSchema | undefined {
    const fitted = this.fit("output", OUTPUT_LADDER, MAX_OUTPUT, this.answerBuilder(media));
    return fitted.size <= MAX_OUTPUT ? fitted.schema : { type: "object", additionalProperties: true };
  }

  private answerBuilder(media: AnswerMedia): (bounder: SchemaBounder) => { schema: ToolSchema | undefined } {
    const examples = media ? recordedExamples(this.document, media).map(([, value]) => value) : [];
    return (bounder) => {
      const schema = answerSchema(media, bounder, examples);
      return { schema: schema && this.document.optionalIsNull ? withNulls(schema) : schema };
    };
  }

  /** One large part of an answer must not cost all others their members. */
  private deepenData(media: AnswerMedia, data: ToolSchema): ToolSchema {
    if (!hasOpenPart(data)) return data;
    const build = this.answerBuilder(media);
    const { steps } = this.fit("output", OUTPUT_LADDER, MAX_OUTPUT, build);
    const bounder = steps.at(-1)?.bounder;
    if (!bounder) return data;
    const toStep = (_: unknown, index: number): AnswerStep => {
      const depth = bounder.bounds.depth + index + 1;
      const deeper = this.bounder({ side: "output", depth, descriptionMax: WORDS_BELOW });
      return {
        schema: () => outputSchema(build(deeper).schema).properties.data ?? {},
        size: (part) => deeper.size(part),
        published: (part) => deeper.publishedSize(part),
      };
    };
    const max = MAX_OUTPUT - FREE_IN_ANSWER;
    const room = {
      size: max - bounder.size(data),
      published: max + PORTABLE_GROWTH.output - bounder.publishedSize(data),
    };
    return deepenAnswer(data, Array.from({ length: DEEPER_LEVELS }, toStep), room);
  }

  /** Builds with narrower and narrower bounds until the schema is small enough; the last step is given in any case. */
  private fit<T extends { schema?: ToolSchema }>(
    side: Bounds["side"],
    ladder: typeof INPUT_LADDER,
    max: number,
    build: (bounder: SchemaBounder) => T,
  ): T & Fitted<T> {
    const steps: Fitted<T>["steps"] = [];
    let built: (T & Fitted<T>) | undefined;
    for (const [depth, descriptionMax] of ladder) {
      const bounder = this.bounder({ side, depth, descriptionMax });
      const result = build(bounder);
      const [size, published] = [bounder.size(result.schema), bounder.publishedSize(result.schema)];
      steps.push({ ...result, bounder });
      built = {
        ...result,
        size,
        steps,
        room: { size: max - size, published: max + PORTABLE_GROWTH[side] - published },
      };
      if (built.room.size >= 0 && built.room.published >= 0) break;
    }
    if (!built) throw new Error("the size ladder is empty");
    return built;
  }

  /** One large argument must not cost all others their depth, or else the length of their words. */
  private deepened<T extends { schema: RootSchema }>(input: T & Fitted<T>, build: (bounder: SchemaBounder) => T): T {
    const toStep = ({ schema, bounder }: { schema: RootSchema; bounder: SchemaBounder }): DepthStep => ({
      schema,
      size: (part) => bounder.size(part),
      published: (part) => bounder.publishedSize(part),
    });
    const steps = input.steps.map(toStep);
    const [cut, last] = [steps.at(-1), input.steps.at(-1)?.bounder.bounds];
    if (!cut || !last || steps.length === 1) return input;
    const isCut = steps.length > FIRST_SHORT_STEP + 1;
    const named = (isCut ? NAMES_LADDER : []).map((namesMax) => {
      const bounder = this.bounder({ ...last, namesMax });
      return toStep({ schema: build(bounder).schema, bounder });
    });
    const { size, published } = input.room;
    const schema =
      steps.length > FIRST_FLAT_STEP
        ? deepenArguments(cut, [...steps.slice(FIRST_SHORT_STEP, -1), ...named], input.room)
        : // Words of the toolkit's file come on top.
          deepenArguments(cut, [...steps.slice(0, -1), ...named], { size: size / 2, published: published / 2 });
    return { ...input, schema: this.lengthened(input.steps, schema) };
  }

  /** The words that arguments lost to a large one come back where the schema has room in the end. */
  private lengthened(steps: Fitted<{ schema: RootSchema }>["steps"], schema: RootSchema): RootSchema {
    const bounder = steps.at(-1)?.bounder;
    if (!bounder) return schema;
    const room = MAX_INPUT - Math.max(bounder.size(schema), bounder.publishedSize(schema) - PORTABLE_GROWTH.input);
    const longer = steps.slice(LONGEST_WORDS, FIRST_SHORT_STEP).map((step) => step.schema);
    return giveLongerWords(schema, longer.reverse(), room - ROOM_FOR_OWN_WORDS);
  }

  private bounder(bounds: Bounds): SchemaBounder {
    const key = [bounds.side, bounds.depth, bounds.descriptionMax, bounds.namesMax ?? 0].join("/");
    let bounder = this.bounders.get(key);
    if (!bounder) this.bounders.set(key, (bounder = new SchemaBounder(this.document, bounds, this.options.optional)));
    return bounder;
  }

  private scopes(operation: SourceOperation): string[] {
    const schemes = this.document.components?.securitySchemes ?? {};
    const isOAuth = (name: string): boolean => dereference(this.document, schemes[name])?.type === "oauth2";
    const alternatives = (operation.security ?? this.document.security ?? []).map((requirement) =>
      Object.entries(requirement ?? {})
        .filter(([name]) => isOAuth(name))
        .flatMap(([, scopes]) => (Array.isArray(scopes) ? scopes : []))
        .join(" "),
    );
    return [...new Set(alternatives.filter(Boolean))];
  }
}

const isDownload = (name: string, path: string): boolean =>
  /^download\b|\bdownload$/i.test(name) || path.endsWith(":download");
