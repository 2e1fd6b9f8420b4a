/** Answers of an operation: the examples that its description records, and answers made of its response schemas. */
import {
  dereference,
  type OpenApiDocument,
  type SourceMedia,
  type SourceOperation,
  type SourceSchema,
} from "@/lib/catalog/compile/sources/openapi-document";
import { recordedExamples } from "@/lib/catalog/compile/sources/recorded-examples";
import { Random, seedOf } from "../random";
import { AnswerWriter, NoAnswer } from "./answer-writer";

/**
 * `recorded`: an example of the description; `generated`: made of its response schema. `place` is where it comes from,
 * as "200 example default".
 */
export type SampleAnswer = {
  origin: "recorded" | "generated";
  place: string;
  status: number;
  body: unknown;
  schema: SourceSchema | undefined;
};

const MAX_RECORDED = 6;

type Success = { status: number; media: SourceMedia };

/** The JSON bodies of an operation's successes. `default` describes errors if a status is named. */
function successesOf(document: OpenApiDocument, { responses = {} }: SourceOperation): Success[] {
  const named = Object.keys(responses).filter((status) => /^2(\d\d|XX)$/i.test(status));
  const isRedirect = Object.keys(responses).some((status) => status.startsWith("3"));
  const statuses = named.length > 0 ? named : isRedirect ? [] : ["default"];
  return statuses.flatMap((status) => {
    const content = dereference(document, responses[status])?.content ?? {};
    const type = Object.keys(content).find((name) => /json/i.test(name) || name.startsWith("*/*"));
    const media = type === undefined ? undefined : content[type];
    return media ? [{ status: /^\d+$/.test(status) ? Number(status) : 200, media }] : [];
  });
}

function recordedIn(document: OpenApiDocument, { status, media }: Success): SampleAnswer[] {
  const type = dereference(document, media.schema)?.type;
  return recordedExamples(document, media)
    .filter(([, body]) => typeof body === "object" || type === typeof body)
    .map(([place, body]) => ({
      origin: "recorded",
      place: `${status} ${place}`,
      status,
      body,
      schema: media.schema,
    }));
}

function generatedIn(document: OpenApiDocument, { status, media }: Success, key: string): SampleAnswer[] {
  if (!media.schema) return [];
  return (["full", "least", "null"] as const).flatMap((fill) => {
    try {
      const body = new AnswerWriter(document, new Random(seedOf(1, `${key} ${fill}`)), fill).value(media.schema);
      return [{ origin: "generated" as const, place: `${status} ${fill}`, status, body, schema: media.schema }];
    } catch (error) {
      if (error instanceof NoAnswer) return [];
      throw error;
    }
  });
}

/**
 * The answers of an operation: all that are recorded, at most six, and three that are generated: with all members, with
 * the required members only, and with null wherever the description allows it.
 */
export function sampleAnswers(document: OpenApiDocument, operation: SourceOperation, key: string): SampleAnswer[] {
  const successes = successesOf(document, operation);
  return [
    ...successes.flatMap((success) => recordedIn(document, success)).slice(0, MAX_RECORDED),
    ...successes.flatMap((success) => generatedIn(document, success, key)),
  ];
}
