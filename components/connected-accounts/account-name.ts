/** The name of an account: its alias, else its owner at the provider, else its user here. Pure. */

type Named = {
  alias: string | null;
  user_id: string;
  current_user_info: { id?: string | undefined; name?: string | undefined; email?: string | undefined } | null;
};

export const accountName = (account: Named): string => ownName(account) ?? account.user_id;

/** Its alias, or its owner at the provider; undefined if neither is known. */
export function ownName({ alias, user_id: userId, current_user_info: user }: Named): string | undefined {
  const name = alias ?? user?.name ?? user?.email ?? user?.id;
  return name === userId ? undefined : name;
}

type OfToolkit = Named & { toolkit: { slug: string } };
type NameOf = (slug: string) => string;

/** The line below the name: the toolkit, and the user here where the name is not already theirs. */
export const accountDetail = (account: OfToolkit, nameOf: NameOf): string =>
  [nameOf(account.toolkit.slug), ...(accountName(account) === account.user_id ? [] : [account.user_id])].join(" · ");

/** For a list whose rows show the user elsewhere: the toolkit is the fallback for an account without a name. */
export const rowName = (account: OfToolkit, nameOf: NameOf): string => ownName(account) ?? nameOf(account.toolkit.slug);

/** On a page of its own: the toolkit, and whose account it is. */
export const accountTitle = (account: OfToolkit, nameOf: NameOf): string =>
  `${nameOf(account.toolkit.slug)} · ${accountName(account)}`;

/** The provider's name, e-mail and id in one line, each once; undefined if no user is known. */
export function providerUser({ current_user_info: user }: Pick<Named, "current_user_info">): string | undefined {
  const userTexts = [user?.name, user?.email, user?.id].filter((text) => text !== undefined);
  return userTexts.length > 0 ? [...new Set(userTexts)].join(" · ") : undefined;
}
