// The definition of a mutation, which removes one guard, and its application to a file's text.

/**
 * @typedef {object} Mutation
 * @property {string} name what the code no longer guards against, as a sentence without a full stop
 * @property {string} file the file that holds the guard
 * @property {string} from the guard; occurs exactly once in the file
 * @property {string} to the replacement
 * @property {string[]} tests test files; at least one of their tests must fail
 */

/**
 * @param {string} text
 * @param {Mutation} mutation
 * @throws {Error} if the guard does not occur exactly once: the list must follow the code
 */
export function mutate(text, { name, file, from, to }) {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`"${name}": its guard stands ${parts.length - 1} times in ${file}, and must stand there once.`);
  return parts.join(to);
}
