/** What an account is called: as somebody named it, else whom it belongs to at the provider, else its user here. Pure. */

type Named = {
  alias: string | null;
  user_id: string;
  current_user_info: { id?: string | undefined; name?: string | undefined; email?: string | undefined } | null;
};

export const accountName = ({ alias, user_id: userId, current_user_info: user }: Named): string =>
  alias ?? user?.name ?? user?.email ?? user?.id ?? userId;

/** The line below the name: the toolkit, and the user here where the name is not already theirs. */
export const accountDetail = (account: Named & { toolkit: { slug: string } }): string =>
  [account.toolkit.slug, ...(accountName(account) === account.user_id ? [] : [account.user_id])].join(" · ");

/** On the page of its user, whose id says nothing there. */
export const nameForUser = (account: Named & { toolkit: { slug: string } }): string =>
  accountName(account) === account.user_id ? account.toolkit.slug : accountName(account);

/** Name, e-mail and id at the provider in one line, each once; undefined if nobody is known. */
export function providerUser({ current_user_info: user }: Pick<Named, "current_user_info">): string | undefined {
  const known = [user?.name, user?.email, user?.id].filter((text) => text !== undefined);
  return known.length > 0 ? [...new Set(known)].join(" · ") : undefined;
}
