import { toTokenWords } from "@/components/parts/display/tokens";

/** The size of a response in tokens, and that of the whole one: "about 1.2k tokens of 41k". */
export function toSizeWords({
  tokens,
  tokensBefore,
}: {
  tokens?: number | undefined;
  tokensBefore?: number | undefined;
}) {
  if (tokens === undefined) return undefined;
  const words = `about ${toTokenWords(tokens)} tokens`;
  return tokensBefore === undefined || tokensBefore <= tokens ? words : `${words} of ${toTokenWords(tokensBefore)}`;
}
