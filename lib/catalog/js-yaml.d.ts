/** The part of js-yaml that the compiler of the catalog uses. */
declare module "js-yaml" {
  type Type = { readonly tag: string };
  type Schema = { extend: (types: { implicit: Type[] }) => Schema };
  export const CORE_SCHEMA: Schema;
  export const types: { readonly merge: Type };
  export function load(text: string, options: { schema: Schema }): unknown;
}
