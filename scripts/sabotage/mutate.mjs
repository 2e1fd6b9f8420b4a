// One guard taken away: what a mutation is, and how it is put into a file's text.

/**
 * @typedef {object} Mutation
 * @property {string} name what the code no longer guards against, as a sentence without a full stop
 * @property {string} file the file that holds the guard
 * @property {string} from the guard; stands exactly once in the file
 * @property {string} to what stands there instead
 * @property {string[]} tests files of which at least one test must fail
 */

/**
 * @param {string} text
 * @param {Mutation} mutation
 * @throws {Error} where the guard does not stand exactly once: the list must follow the code
 */
export function mutate(text, { name, file, from, to }) {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`"${name}": its guard stands ${parts.length - 1} times in ${file}, and must stand there once.`);
  return parts.join(to);
}
