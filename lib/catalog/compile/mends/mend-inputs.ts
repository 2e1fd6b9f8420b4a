/** Mends wrong facts of arguments in descriptions of providers, class by class. Each class has its check. */
import type { CompiledTool } from "../../compiled-toolkit";
import type { RootSchema, ToolSchema } from "../../tool-schema";
import { withFittingExamples } from "./fitting-examples";
import { withOpenSet } from "./with-open-set";
import { requireByWords } from "./required-by-words";
import { requireOnlyMember } from "./only-member";
import { hideFields } from "./hide-fields";
import { leaveOutDefaults } from "./leave-out-defaults";
import { repeatedIds } from "./repeated-ids";
import { serverMembers } from "./server-members";
import { withoutSilentWords } from "./repeats-name";
import { withStatedBounds } from "./stated-bounds";
import { sentAsText, withFlagType } from "./with-flag-type";
import { withMoment } from "./with-moment";
import { withNull } from "./with-null";
import { withNumberType } from "./with-number-type";
import { withoutPadding } from "./without-padding";
import { withoutUnset } from "./without-unset";

/** Whether a member must be given, and whether it is sent as JSON, which knows null. */
type Place = { isRequired?: boolean; asJson: boolean };

/** Mends schemas that tools share, each once for each name and place that it has. */
class SchemaMender {
  private readonly mended = new Map<string, Map<ToolSchema, ToolSchema>>();

  root(schema: RootSchema, texts: ReadonlySet<string>): RootSchema {
    const properties = Object.entries(schema.properties).map(([name, part]) => [
      name,
      this.part(name, texts.has(name) ? withNumberType(withFlagType(part)) : part, {
        isRequired: schema.required?.includes(name),
        asJson: !texts.has(name),
      }),
    ]);
    return { ...schema, properties: Object.fromEntries(properties) as RootSchema["properties"] };
  }

  private part(name: string, schema: ToolSchema, place: Place): ToolSchema {
    const { isRequired = false, asJson } = place;
    const key = `${isRequired} ${asJson} ${name}`;
    const byName = this.mended.get(key) ?? new Map<ToolSchema, ToolSchema>();
    this.mended.set(key, byName);
    const cached = byName.get(schema);
    if (cached) return cached;
    const choice = withoutUnset(schema);
    const plain = withoutPadding(name, withStatedBounds(withMoment(asJson ? withNull(choice) : choice)), isRequired);
    const withWords = withFittingExamples(name, withoutSilentWords(name, plain));
    const mended = this.inside(name, withOpenSet(name, withWords), asJson);
    byName.set(schema, mended);
    return mended;
  }

  private inside(name: string, schema: ToolSchema, asJson: boolean): ToolSchema {
    const { properties, items, additionalProperties: others, anyOf } = schema;
    if (!properties && !items && !anyOf && typeof others !== "object") return schema;
    const hidden = new Set(serverMembers(schema));
    const members = Object.entries(properties ?? {}).filter(([member]) => !hidden.has(member));
    return {
      ...schema,
      ...(properties && {
        properties: Object.fromEntries(
          members.map(([key, part]) => [
            key,
            this.part(key, part, { isRequired: schema.required?.includes(key), asJson }),
          ]),
        ),
      }),
      // Callers can send an object back as the provider returned it.
      ...(hidden.size > 0 && others === false && { additionalProperties: true }),
      ...(items && { items: this.part(name, items, { asJson }) }),
      ...(typeof others === "object" && { additionalProperties: this.part(name, others, { asJson }) }),
      ...(anyOf && { anyOf: anyOf.map((part) => this.part(name, part, { asJson })) }),
    };
  }
}

/**
 * Mends the arguments of a toolkit's tools, after all names are given. Tools of code do not change: people write their
 * arguments for the code.
 */
export function mendInputs(tools: readonly CompiledTool[]): void {
  const mender = new SchemaMender();
  for (const tool of tools) {
    if (!tool.run.request) continue;
    hideFields(tool, serverMembers(tool.inputSchema));
    hideFields(tool, repeatedIds(tool));
    requireByWords(tool);
    requireOnlyMember(tool);
    tool.inputSchema = mender.root(tool.inputSchema, sentAsText(tool.run.request));
    leaveOutDefaults(tool);
  }
}
