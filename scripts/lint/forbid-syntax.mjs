/**
 * A rule of the linter that reports each node that a selector finds.
 * @param {string[]} selectors
 * @param {string} message
 */
export const forbidSyntax = (selectors, message) => ({
  meta: { type: "problem", docs: { description: message }, messages: { forbidden: message }, schema: [] },
  create: (context) =>
    Object.fromEntries(
      selectors.map((selector) => [selector, (node) => context.report({ node, messageId: "forbidden" })]),
    ),
});
