/** The state of a link's form after it was sent: the values that stay in it, and the errors of its fields. */
import { askedFields, type AuthField } from "@/lib/catalog/toolkit-auth-scheme";
import type { AccountValues } from "../account-values";
import { missingFields, WRONG, wrongValues } from "../credentials/connection-values";
import { fieldName, isNotRepeated } from "../pages/connect-page";
import { fillText, connectingTexts } from "@/lib/hosted-pages/texts";
import { refusedFields } from "../proof/prove-credentials";
import { type FormAnswer, readForm, type Rejection } from "./link-answer";
import type { OpenedLink } from "./open-link";

/**
 * The state of a form. `kept`: previous secrets stay unless the person types new secrets. `unproven`: the values can be
 * saved anyway.
 */
export type FormState = {
  values: AccountValues;
  errors: ReadonlyMap<string, string>;
  problem?: string | undefined;
  kept?: boolean;
  unproven?: boolean;
};

/**
 * The typed values, and for empty fields the previous values if the page did not repeat them: the page never repeats a
 * secret, and nobody should have to type it again to try once more or to save it. Values that the account already has
 * were not typed by this person.
 */
export function withUnrepeated(
  { link, visitor, context, values: storedValues }: OpenedLink,
  typed: AccountValues,
): AccountValues {
  const values = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  const previous = readForm(link, visitor);
  if (!previous?.isOwn) return values;
  const repeated = askedFields(context.scheme).filter((field) => !isNotRepeated(field));
  const unrepeated = Object.entries(previous.values).filter(
    ([name, value]) => storedValues[name] !== value && !repeated.some((field) => field.name === name),
  );
  return { ...Object.fromEntries(unrepeated), ...values };
}

/** One sentence per missing or wrong field, in the person's language. */
export function fieldErrors(
  { context: { scheme, given: sharedValues }, visitor: { language } }: OpenedLink,
  values: AccountValues,
): Map<string, string> {
  const texts = connectingTexts(language);
  const required = (field: AuthField) => fillText(texts.required, { field: fieldName(field, language) });
  const translate = (sentence: string): string => {
    if (language === "en") return sentence;
    return sentence === WRONG.oneLine ? texts.oneLine : sentence === WRONG.number ? texts.number : texts.address;
  };
  return new Map([
    ...missingFields(scheme, { ...sharedValues, ...values }).map((field) => [field.name, required(field)] as const),
    ...[...wrongValues(scheme, values)].map(([name, sentence]) => [name, translate(sentence)] as const),
  ]);
}

/** The errors of values that the provider did not accept. */
function rejectionErrors(
  { context, visitor }: OpenedLink,
  values: AccountValues,
  rejection: Rejection,
): Pick<FormState, "errors" | "problem"> {
  const texts = connectingTexts(visitor.language);
  const toolkit = context.toolkit.name;
  const fields = rejection.kind === "refused" ? refusedFields(context, values) : [];
  const { mode } = context.scheme;
  const refusalText =
    mode === "API_KEY" ? texts.refusedKey : mode === "BEARER_TOKEN" ? texts.refusedToken : texts.refused;
  const status = rejection.kind === "unclear" ? rejection.status : undefined;
  const unclear = status === undefined ? texts.unchecked : texts.uncheckedStatus;
  const text = rejection.kind === "refused" ? (fields.length > 1 ? texts.refused : refusalText) : unclear;
  const sentence = fillText(text, { toolkit, status: String(status ?? "") });
  return {
    errors: new Map(fields.map((name) => [name, sentence])),
    problem: `${sentence} ${rejection.kind === "refused" ? texts.correctOrSave : texts.retryOrSave}`,
  };
}

/** The state of a form from its stored answer. Only the browser that sent the form gets its values. */
export function toFormState(openedLink: OpenedLink, form: FormAnswer & { isOwn: boolean }): FormState {
  const { values, said: rejection, problem, isOwn } = form;
  const errors = rejection
    ? rejectionErrors(openedLink, values, rejection)
    : { errors: fieldErrors(openedLink, values), problem };
  const baseState = { values: isOwn ? values : {}, kept: isOwn, unproven: isOwn && rejection !== undefined };
  // A problem of the whole form is shown without errors of fields.
  return { ...baseState, ...errors, ...(problem !== undefined && { errors: new Map() }) };
}
