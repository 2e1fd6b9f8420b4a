/** The address of a repository in GitHub's API. */

export type Repository = { owner?: string; repo?: string };

/** "/repos/owner/name"; a name that comes as "owner/name" needs no owner. */
export function repositoryPath({ owner = "", repo = "" }: Repository): string {
  const [first = "", second] = repo.split("/");
  const [login, name] = second === undefined ? [owner, first] : [first, second];
  return `/repos/${encodeURIComponent(login)}/${encodeURIComponent(name)}`;
}
