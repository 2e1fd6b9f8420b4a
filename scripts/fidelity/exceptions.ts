/** Rejects that are not our fault: the description contradicts itself or its provider. They never count as accepted. */

type Exception = { operation: RegExp; words: RegExp; reason: string };

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
];

/** The reason why a reject is excused; undefined if it is not. */
export const exceptionFor = (operation: string, words: string): string | undefined =>
  EXCEPTIONS.find((exception) => exception.operation.test(operation) && exception.words.test(words))?.reason;
