/** Addresses that lead nowhere: placeholders without a value, and hosts that do not exist. */
import type { CompiledTool, CompiledToolkit } from "../../compiled-toolkit";

const PLACE = /\{([^{}]+)\}/g;
/**
 * An address with a host that has a dot or a placeholder, or an address that begins with a placeholder for the whole
 * origin.
 */
const ADDRESS = /^(https?:\/\/[^/\s]*[.{][^/\s]*(\/\S*)?|\{\w+\}\S*)$/;

/** Places of a path without an argument, and arguments without a place. */
export function placeProblems({ run }: CompiledTool): string[] {
  if (!run.request) return [];
  const { path, parameters } = run.request;
  const parameterNames = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name));
  const places = new Set([...path.matchAll(PLACE)].map(([, name]) => name ?? ""));
  return [
    ...[...places].filter((name) => !parameterNames.has(name)).map((name) => `no argument fills {${name}} of the path`),
    ...[...parameterNames].filter((name) => !places.has(name)).map((name) => `the path has no place for ${name}`),
    ...[...path.matchAll(/\/:([A-Za-z_]\w*)(?=[/?]|$)/g)].map(([, name]) => `:${name} of the path is no place`),
  ];
}

/** A base URL whose host does not exist, or whose variables have no value. */
export function hostProblems({ run }: CompiledTool, { authSchemes }: CompiledToolkit): string[] {
  if (!run.request) return [];
  const { baseUrl, variables = {} } = run.request;
  const schemes = JSON.stringify(authSchemes);
  const unknown = [...baseUrl.matchAll(PLACE)]
    .map(([, name]) => name ?? "")
    .filter((name) => variables[name] === undefined && !schemes.includes(`"${name}"`));
  return [
    ...unknown.map((name) => `nothing fills {${name}} of ${baseUrl}`),
    ...(ADDRESS.test(baseUrl) ? [] : [`${baseUrl} is no address of a provider`]),
  ];
}
