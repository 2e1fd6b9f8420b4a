/** The form of a link after it was sent: what stays in it, and what is said of each field. */
import { askedFields, type AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import type { AccountValues } from "../account-values";
import { missingFields, WRONG, wrongValues } from "../credentials/connection-values";
import { fieldName, isNotRepeated } from "../pages/connect-page";
import { fillText, textsOf } from "@/lib/hosted-pages/texts";
import { refusedFields } from "../proof/prove-credentials";
import { type FormAnswer, readForm, type Said } from "./link-answers";
import type { Filled, OpenedLink } from "./open-link";

/**
 * The typed values, and in place of empty ones those that were typed before where the page did not repeat them: it never
 * repeats a secret, and nobody should have to type it again to try once more or to save it. What the account has already
 * was not typed by this person.
 */
export function withKept({ link, visitor, context, values: stored }: OpenedLink, typed: AccountValues): AccountValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  const before = readForm(link, visitor);
  if (!before?.isOwn) return given;
  const repeated = askedFields(context.scheme).filter((field) => !isNotRepeated(field));
  const kept = Object.entries(before.values).filter(
    ([name, value]) => stored[name] !== value && !repeated.some((one) => one.name === name),
  );
  return { ...Object.fromEntries(kept), ...given };
}

/** One sentence per missing or wrong field, in the person's language. */
export function fieldErrors(
  { context: { scheme, given }, visitor: { language } }: OpenedLink,
  values: AccountValues,
): Map<string, string> {
  const texts = textsOf(language);
  const required = (field: AuthField) => fillText(texts.required, { field: fieldName(field, language) });
  const inWords = (sentence: string): string => {
    if (language === "en") return sentence;
    return sentence === WRONG.oneLine ? texts.oneLine : sentence === WRONG.number ? texts.number : texts.address;
  };
  return new Map([
    ...missingFields(scheme, { ...given, ...values }).map((field) => [field.name, required(field)] as const),
    ...[...wrongValues(scheme, values)].map(([name, sentence]) => [name, inWords(sentence)] as const),
  ]);
}

/** What the page says about values that the provider did not accept. */
function inWords(
  { context, visitor }: OpenedLink,
  values: AccountValues,
  said: Said,
): Pick<Filled, "errors" | "problem"> {
  const texts = textsOf(visitor.language);
  const toolkit = context.toolkit.name;
  const fields = said.kind === "refused" ? refusedFields(context, values) : [];
  const { mode } = context.scheme;
  const refused = mode === "API_KEY" ? texts.refusedKey : mode === "BEARER_TOKEN" ? texts.refusedToken : texts.refused;
  const status = said.kind === "unclear" ? said.status : undefined;
  const unclear = status === undefined ? texts.unchecked : texts.uncheckedStatus;
  const text = said.kind === "refused" ? (fields.length > 1 ? texts.refused : refused) : unclear;
  const sentence = fillText(text, { toolkit, status: String(status ?? "") });
  return {
    errors: new Map(fields.map((name) => [name, sentence])),
    problem: `${sentence} ${said.kind === "refused" ? texts.correctOrSave : texts.retryOrSave}`,
  };
}

/** The page of a form that was answered. */
export function toFilled(opened: OpenedLink, form: FormAnswer & { isOwn: boolean }): Filled {
  const { values, said, problem, isOwn } = form;
  const told = said ? inWords(opened, values, said) : { errors: fieldErrors(opened, values), problem };
  const own = { values: isOwn ? values : {}, kept: isOwn, unproven: isOwn && said !== undefined };
  // A problem of the whole form is told alone.
  return { ...own, ...told, ...(problem !== undefined && { errors: new Map() }) };
}
