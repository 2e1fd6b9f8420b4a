/** Classes of faults in a tool's arguments. Each check returns the places of its faults. */
import type { CompiledTool } from "../../../compiled-toolkit";
import type { ToolSchema } from "../../../tool-schema";
import { saysOnlyAnId } from "../../descriptions/with-source-of-id";
import { cursorsOfLostLinks } from "../../mends/answer-with-links";
import { fittingExamples } from "../../mends/fitting-examples";
import { holdsBuildDate } from "../../mends/holds-build-date";
import { onlyMember } from "../../mends/only-member";
import { isOpenSet } from "../../mends/with-open-set";
import { requiredByWords } from "../../mends/required-by-words";
import { serverMembers } from "../../mends/server-members";
import { repeatsName } from "../../mends/repeats-name";
import { statedBounds } from "../../mends/stated-bounds";
import { isFlagAsText, sentAsText } from "../../mends/with-flag-type";
import { isClearedByNull } from "../../mends/with-null";
import { isNumberAsText } from "../../mends/with-number-type";
import { repeatedIds } from "../../mends/repeated-ids";
import { describesSeparators } from "../../mends/without-padding";
import { unsetChoices } from "../../mends/without-unset";
import { walkSchemas } from "../../schemas/walk-schemas";

type SchemaPlace = { place: string; name: string; schema: ToolSchema };

/** Every schema below the root, with the name of the argument or member that it belongs to. */
function placesOf(tool: CompiledTool): SchemaPlace[] {
  const cached = placesByTool.get(tool);
  if (cached) return cached;
  const all = findPlaces(tool);
  placesByTool.set(tool, all);
  return all;
}
const placesByTool = new WeakMap<CompiledTool, SchemaPlace[]>();

const findPlaces = ({ inputSchema }: CompiledTool): SchemaPlace[] =>
  [...walkSchemas(inputSchema)].slice(1).map(([place, schema]) => ({
    place,
    name: (place.split(".").at(-1) ?? place).replace(/[[\]{}]+$/, ""),
    schema,
  }));

const places = (all: readonly SchemaPlace[]): string[] => [...new Set(all.map(({ place }) => place))];

/** Examples, defaults and choices that hold the time at which a package was built. */
const buildDates = ({ inputSchema, outputSchema }: CompiledTool): string[] =>
  [...walkSchemas(inputSchema), ...walkSchemas(outputSchema)]
    .filter(([, schema]) => holdsBuildDate([schema.examples, schema.default, schema.enum]))
    .map(([place]) => place);

/** Descriptions that only repeat the argument's name. */
const silentWords = (tool: CompiledTool): string[] =>
  places(placesOf(tool).filter(({ name, schema }) => schema.description && repeatsName(name, schema.description)));

/** Top-level arguments without any words. */
const missingWords = ({ inputSchema }: CompiledTool): string[] =>
  Object.entries(inputSchema.properties)
    .filter(([, { description }]) => !description)
    .map(([key]) => key);

/** Required IDs whose description names no tool that returns them. */
const idsWithoutSource = ({ inputSchema }: CompiledTool): string[] =>
  (inputSchema.required ?? []).filter((key) => saysOnlyAnId(inputSchema.properties[key]?.description ?? ""));

/** A description with fewer characters does not describe the members of an object. */
const FEW_CHARACTERS = 40;

/** Objects with members that neither the schema nor the description names. */
const unknownMembers = (tool: CompiledTool): string[] =>
  tool.run.request
    ? places(
        placesOf(tool).filter(
          ({ schema: { type, properties, additionalProperties, anyOf, description = "" } }) =>
            type === "object" &&
            additionalProperties === true &&
            properties === undefined &&
            anyOf === undefined &&
            description.length < FEW_CHARACTERS,
        ),
      )
    : [];

/** Choices of a set that grows, without any other value. */
const closedSets = (tool: CompiledTool): string[] =>
  tool.run.request ? places(placesOf(tool).filter(({ name, schema }) => isOpenSet(name, schema))) : [];

/** Choices that are lists written as text: a list is refused, and the provider knows no such text. */
const listsAsChoices = (tool: CompiledTool): string[] =>
  places(
    placesOf(tool).filter(({ schema }) =>
      schema.enum?.some((value) => typeof value === "string" && /^\[.*\]$/s.test(value)),
    ),
  );

/** Choices that set nothing. */
const choicesOfNothing = (tool: CompiledTool): string[] =>
  tool.run.request ? places(placesOf(tool).filter(({ schema }) => unsetChoices(schema).length > 0)) : [];

/** Members that only the server writes. */
const offeredServerMembers = (tool: CompiledTool): string[] => {
  if (!tool.run.request) return [];
  const inPath = new Set(tool.run.request.parameters.map(({ key }) => key));
  return [["", tool.inputSchema] as const, ...walkSchemas(tool.inputSchema)].flatMap(([place, schema], index) =>
    index === 1
      ? []
      : serverMembers(schema)
          .filter((name) => place !== "" || !inPath.has(name))
          .map((name) => (place === "" ? name : `${place}.${name}`)),
  );
};

/** Parts of the path that a caller can leave out, though nothing else fills them. */
const optionalPlaces = ({ inputSchema, run }: CompiledTool): string[] =>
  (run.request?.parameters ?? [])
    .filter(
      ({ in: place, key, fromConnection, unlisted }) =>
        place === "path" &&
        !unlisted &&
        fromConnection === undefined &&
        !inputSchema.required?.includes(key) &&
        inputSchema.properties[key]?.default === undefined,
    )
    .map(({ key }) => key);

/** Numbers with limits that only their words contain. */
const wordsAlone = (tool: CompiledTool): string[] =>
  tool.run.request ? places(placesOf(tool).filter(({ schema }) => statedBounds(schema))) : [];

/** Arguments that are typed as text and take only true and false, outside of JSON. */
function flagsAsText({ inputSchema, run }: CompiledTool): string[] {
  if (!run.request) return [];
  const texts = sentAsText(run.request);
  const flags = Object.entries(inputSchema.properties).filter(
    ([key, schema]) => texts.has(key) && isFlagAsText(schema),
  );
  return flags.map(([key]) => key);
}

/** Arguments that are typed as text and take only numbers, outside of JSON. */
function numbersAsText({ inputSchema, run }: CompiledTool): string[] {
  if (!run.request) return [];
  const texts = sentAsText(run.request);
  return Object.entries(inputSchema.properties)
    .filter(([key, schema]) => texts.has(key) && isNumberAsText(schema))
    .map(([key]) => key);
}

/** Lists whose words ask for a text with separators. */
const separatorsOfLists = (tool: CompiledTool): string[] =>
  tool.run.request ? places(placesOf(tool).filter(({ schema }) => describesSeparators(schema))) : [];

/** Members of a JSON body that refuse null, although null clears them by their description. */
function refusedNulls({ inputSchema, run }: CompiledTool): string[] {
  if (!run.request) return [];
  const texts = sentAsText(run.request);
  const members = Object.entries(inputSchema.properties).filter(([key]) => !texts.has(key));
  return members.flatMap(([key, schema]) =>
    [...walkSchemas(schema, key)].filter(([, part]) => isClearedByNull(part)).map(([place]) => place),
  );
}

/** Examples that are no value of their argument. */
const otherExamples = (tool: CompiledTool): string[] =>
  places(placesOf(tool).filter(({ name, schema }) => fittingExamples(name, schema)));

/** The classes by name. */
export const argumentClasses: Readonly<Record<string, (tool: CompiledTool) => string[]>> = {
  "build dates": buildDates,
  "arguments described by their name": silentWords,
  "arguments without words": missingWords,
  "ids without a source": idsWithoutSource,
  "objects without members": unknownMembers,
  "closed sets that grow": closedSets,
  "lists as choices": listsAsChoices,
  "choices that set nothing": choicesOfNothing,
  "members of the server": offeredServerMembers,
  "required by words only": requiredByWords,
  "only members left out": onlyMember,
  "optional places of a path": optionalPlaces,
  "limits in words only": wordsAlone,
  "flags as text": flagsAsText,
  "numbers as text": numbersAsText,
  "ids asked for twice": repeatedIds,
  "separators of lists": separatorsOfLists,
  "nulls refused": refusedNulls,
  "examples of another type": otherExamples,
  "cursors in lost headers": cursorsOfLostLinks,
};
