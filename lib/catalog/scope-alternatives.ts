/**
 * The scopes of a tool. Each entry is an alternative, and one of them is enough. An alternative that takes several
 * scopes names them with spaces between them (RFC 6749 section 3.3 allows none in a scope); an empty one means that
 * any token will do. A tool without entries is one whose scopes are not known.
 */

/** See the head of this file. */
export type ScopeAlternatives = readonly string[];

/** The limit of clauses in a requirement; more are of no use to a reader. */
const MAX_CLAUSES = 40;

/** The scopes that an alternative takes together. */
export const scopesIn = (alternative: string): string[] => alternative.split(" ").filter(Boolean);

/** All scopes that alternatives name, each once. */
export const namedScopes = (alternatives: ScopeAlternatives): string[] => [
  ...new Set(alternatives.flatMap((alternative) => scopesIn(alternative))),
];

/** The alternatives that consist of these scopes only. */
export const alternativesWithin = (alternatives: ScopeAlternatives, scopes: readonly string[]): string[] =>
  alternatives.filter((alternative) => scopesIn(alternative).every((scope) => scopes.includes(scope)));

type Clause = readonly string[];

const isPartOf = (part: Clause, whole: Clause): boolean => part.every((scope) => whole.includes(scope));

/** Clauses without those that another one makes superfluous. */
const distinctClauses = (clauses: readonly Clause[]): Clause[] =>
  clauses.filter(
    (clause, index) =>
      !clauses.some(
        (other, place) => place !== index && isPartOf(other, clause) && (other.length < clause.length || place < index),
      ),
  );

/**
 * The requirement of alternatives in the form of the API: all of a list, each entry a scope or a choice of scopes.
 * @returns null where nothing is known to be required
 */
export function toScopeRequirements(
  alternatives: ScopeAlternatives,
): { all_of: (string | { any_of: string[] })[] } | null {
  const sets = alternatives.map((alternative) => scopesIn(alternative));
  if (sets.length === 0 || sets.some((set) => set.length === 0)) return null;
  let clauses: Clause[] = [[]];
  for (const set of sets) {
    clauses = distinctClauses(
      clauses.flatMap((clause) => set.map((scope) => (clause.includes(scope) ? clause : [...clause, scope]))),
    );
    if (clauses.length > MAX_CLAUSES) return { all_of: [{ any_of: namedScopes(alternatives) }] };
  }
  return { all_of: clauses.map((clause) => (clause.length === 1 ? (clause[0] ?? "") : { any_of: [...clause] })) };
}
