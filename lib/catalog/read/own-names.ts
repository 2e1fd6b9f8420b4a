/**
 * Which of two toolkits or tools a name means, when everybody's catalog and a project both have one.
 *
 * Everybody's comes first: a slug or alias of the catalog means the catalog's toolkit or tool for every project. What a
 * project has of its own counts only under names that the catalog does not have:
 * - a toolkit of its own whose slug the catalog has is hidden, and its tools with it, because a tool must never run
 *   with the accounts of another toolkit;
 * - a tool of its own is hidden when the catalog has one of its names, in any version;
 * - a tool that a project added to a toolkit of the catalog counts as long as the catalog has that toolkit.
 * Slugs of toolkits are asked for in any case and stored in small letters, slugs of tools in capital letters; versions
 * are compared as they are written.
 *
 * So only what is everybody's may be remembered by its name: it means the same for every project until another catalog
 * is loaded. What is a project's own is read each time.
 */

/** A project's own toolkits, except hidden toolkits. */
export const withoutHidden = <Toolkit extends { slug: string }>(
  toolkits: readonly Toolkit[],
  everybodys: ReadonlyMap<string, Toolkit>,
): Toolkit[] => toolkits.filter(({ slug }) => !everybodys.has(slug));

/** Where a statement has a parameter. */
export type SqlParameter = `$${number}`;

/** The tool was added to a toolkit by hand: it has no versions, and means the same in each of the toolkit's. */
export const isAdded = ({ projectId, run }: { projectId: string | null; run: { added?: true } }): boolean =>
  projectId !== null && run.added === true;

/** SQL for `isAdded`. */
export const ADDED = "(tool.project_id IS NOT NULL AND tool.run ? 'added')";

/**
 * SQL: whether the catalog has the toolkit of this row of `tool`, or, of an added tool, whether nobody has it; or
 * whether the catalog has one of its names. It counts instead of using EXISTS, because for EXISTS the planner would
 * read the tools singly in the hope of an early hit.
 */
const isHidden = (row: string): string =>
  `(CASE WHEN ${row}.run ? 'added'
    THEN NOT EXISTS (SELECT 1 FROM toolkit AS home
      WHERE home.slug = ${row}.toolkit_slug AND (home.project_id IS NULL OR home.project_id = ${row}.project_id))
    ELSE EXISTS (SELECT 1 FROM toolkit AS everybodys
      WHERE everybodys.project_id IS NULL AND everybodys.slug = ${row}.toolkit_slug) END
  OR 0 < (SELECT count(*) FROM tool AS everybodys WHERE everybodys.project_id IS NULL
    AND (everybodys.slug = ANY(${row}.aliases || ${row}.slug) OR everybodys.aliases && (${row}.aliases || ${row}.slug))))`;

/** SQL: whether a row of `tool` is a project's own tool and not hidden. For statements that read few own rows. */
export const isOwn = (project: SqlParameter): string => `(tool.project_id = ${project} AND NOT ${isHidden("tool")})`;

/**
 * SQL: whether a row of `tool` is shared, or a project's own tool and not hidden. For statements that read few own
 * rows.
 */
export const isEverybodysOrOwn = (project: SqlParameter): string => `(tool.project_id IS NULL OR ${isOwn(project)})`;

/** SQL: the IDs of a project's own tools that are hidden, as a statement. */
export const hiddenTools = (project: SqlParameter): string =>
  `SELECT own.id FROM tool AS own WHERE own.project_id = ${project} AND ${isHidden("own")}`;

/** `isOwn` for lists: a statement reads the hidden toolkits and tools once, and only if a row is a project's own. */
export const isOwnOfMany = (project: SqlParameter): string =>
  `(tool.project_id = ${project} AND tool.id <> ALL (ARRAY(${hiddenTools(project)})))`;
