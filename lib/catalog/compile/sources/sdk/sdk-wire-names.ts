/** The facts in an SDK's serializer: the API's names of properties, and the values of enums. */
import ts from "typescript";
import { constantText, nameOf, walk, type SdkFile } from "./parse-sdk";

type WireName = { baseName: string; format?: string };

/** Reads `X.attributeTypeMap`, a list or an object by name, and `X[X["Member"] = "value"]`. */
export class SdkWireNames {
  private readonly names = new Map<string, WireName>();
  private readonly values = new Map<string, string[]>();

  constructor(files: readonly SdkFile[]) {
    for (const file of files) if (!file.path.endsWith(".d.ts")) walk(file.tree, (node) => this.read(node, file.group));
  }

  of(group: string, owner: string, property: string): WireName | undefined {
    return this.names.get(`${group}:${owner}:${property}`);
  }

  /** Values of an enum whose declaration does not have them. */
  enumValues(group: string, name: string): string[] {
    return this.values.get(`${group}:${name}`) ?? [];
  }

  private read(node: ts.Node, group: string): void {
    if (ts.isPropertyDeclaration(node) && nameOf(node) === "attributeTypeMap")
      this.readMap(`${group}:${nameOf(node.parent as ts.ClassDeclaration)}`, node.initializer);
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.EqualsToken) return;
    const { left, right } = node;
    if (ts.isPropertyAccessExpression(left) && left.name.text === "attributeTypeMap")
      this.readMap(`${group}:${left.expression.getText()}`, right);
    const value = constantText(right);
    if (
      ts.isElementAccessExpression(left) &&
      ts.isIdentifier(left.expression) &&
      value !== undefined &&
      constantText(left.argumentExpression) !== undefined
    ) {
      const key = `${group}:${left.expression.text}`;
      this.values.set(key, [...(this.values.get(key) ?? []), value]);
    }
  }

  private readMap(owner: string, map: ts.Expression | undefined): void {
    if (map && ts.isArrayLiteralExpression(map)) for (const entry of map.elements) this.readEntry(owner, entry);
    if (map && ts.isObjectLiteralExpression(map))
      for (const entry of map.properties)
        if (ts.isPropertyAssignment(entry)) this.readEntry(owner, entry.initializer, nameOf(entry));
  }

  private readEntry(owner: string, entry: ts.Expression, key?: string): void {
    if (!ts.isObjectLiteralExpression(entry)) return;
    const words = new Map(
      entry.properties.flatMap((property) =>
        ts.isPropertyAssignment(property) ? [[nameOf(property), constantText(property.initializer)] as const] : [],
      ),
    );
    const [name, baseName, format] = [key ?? words.get("name"), words.get("baseName"), words.get("format")];
    if (name !== undefined && baseName !== undefined)
      this.names.set(`${owner}:${name}`, { baseName, ...(format ? { format } : {}) });
  }
}
