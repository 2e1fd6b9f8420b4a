/** Rejects that are not our fault: the description contradicts itself or its provider. They never count as accepted. */

/** `description`: the name of the only description that it is for. */
type Exception = { description?: string; operation: RegExp; words: RegExp; reason: string };

const EXCEPTIONS: readonly Exception[] = [
  {
    operation: /^(POST|PATCH|PUT) \/(files|gmail)\b/,
    words: /^body: application\/json was sent, the operation takes (application\/octet-stream|message\/)/,
    reason: "Google lists the types of its upload address here; this address takes the metadata as JSON.",
  },
  {
    operation: /^POST \/oauth2\/revoke$/,
    words: /^body must have required property 'grant_type'$/,
    reason: "Box requires a member that its own schema does not have.",
  },
  {
    operation: /^DELETE \/rest\/api\/3\/priority\//,
    words: /^query replaceWith: is required$/,
    reason: "Jira itself puts another priority in the place of a deleted one since its description was written.",
  },
  {
    description: "shipengine",
    operation: /^(POST|PUT) /,
    words: /must NOT have additional properties/,
    reason: "ShipEngine's schemas of requests allow no member besides their own, and have none of their own (allOf).",
  },
  {
    description: "onepassword_events",
    operation: /^POST \/api\/v1\//,
    words: /^body must match exactly one schema in oneOf$/,
    reason:
      "1Password asks for a cursor or the start of a new one, and each of the two schemas takes the other as well.",
  },
  {
    description: "shotstack",
    operation: /^POST \/render$/,
    words: /^body \/output\/aspectRatio must be equal to one of the allowed values/,
    reason: "The package's copy of the description has numbers of base 60 for ratios such as 16:9.",
  },
  {
    description: "xero/xero_assets",
    operation: /^(POST|PUT) /,
    words: /must have required property 'name'$/,
    reason: "Xero requires a member that the schema of depreciation does not have.",
  },
  {
    description: "xero/xero_files",
    operation: /^(POST|PUT) \/Folders/,
    words: /^body must have required property 'name'$/,
    reason: "Xero requires name, and calls the member Name.",
  },
];

/** The reason why a reject is excused; undefined if it is not. */
export const exceptionFor = (description: string, operation: string, words: string): string | undefined =>
  EXCEPTIONS.find(
    (exception) =>
      (exception.description ?? description) === description &&
      exception.operation.test(operation) &&
      exception.words.test(words),
  )?.reason;
