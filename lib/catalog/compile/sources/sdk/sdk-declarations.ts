/** The declarations of an SDK by their names: those of a file, those that it imports, and those of its group. */
import ts from "typescript";
import path from "node:path";
import { nameOf, type SdkFile } from "./parse-sdk";

type Declaration =
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.EnumDeclaration
  | ts.TypeAliasDeclaration
  | ts.VariableDeclaration;
export type PlacedDeclaration = { node: Declaration; file: SdkFile };
type Kind = "type" | "value";

const ANYWHERE = "*";

/** Finds declarations. Of a name that several files of a group declare, the last one counts. */
export class SdkDeclarations {
  private readonly declarations = new Map<string, PlacedDeclaration>();
  private readonly imports = new Map<string, string>();
  private readonly paths: ReadonlySet<string>;

  constructor(files: readonly SdkFile[]) {
    this.paths = new Set(files.map((file) => file.path));
    for (const file of files)
      if (!file.path.endsWith(".js")) for (const statement of file.tree.statements) this.gather(statement, file);
  }

  /** `file` is where the name is written. */
  find(kind: Kind, name: string, file: SdkFile): PlacedDeclaration | undefined {
    return this.findNear(kind, name, file) ?? this.findInGroup(kind, name, file);
  }

  /** Finds the declaration that counts in the group of a file. */
  findInGroup(kind: Kind, name: string, file: SdkFile): PlacedDeclaration | undefined {
    return this.declarations.get(`${kind}:${file.group}:${name}`);
  }

  /** Finds a name that the file declares or imports from another file of the SDK. */
  findNear(kind: Kind, name: string, file: SdkFile): PlacedDeclaration | undefined {
    const imported = this.imports.get(`${file.path}:${name}`);
    return (
      this.declarations.get(`${kind}:${file.path}:${name}`) ??
      (imported === undefined ? undefined : this.declarations.get(`${kind}:${imported}:${name}`))
    );
  }

  /** Finds a name that only one file of the SDK declares. */
  findAnywhere(name: string): PlacedDeclaration | undefined {
    return this.declarations.get(`type:${ANYWHERE}:${name}`);
  }

  private gather(statement: ts.Statement, file: SdkFile): void {
    if (ts.isImportDeclaration(statement)) this.gatherImport(statement, file);
    const nodes: Declaration[] = ts.isVariableStatement(statement)
      ? [...statement.declarationList.declarations]
      : ts.isClassDeclaration(statement) ||
          ts.isInterfaceDeclaration(statement) ||
          ts.isEnumDeclaration(statement) ||
          ts.isTypeAliasDeclaration(statement)
        ? [statement]
        : [];
    for (const node of nodes) {
      const kind = ts.isVariableDeclaration(node) ? "value" : "type";
      for (const place of [file.path, file.group, ANYWHERE])
        this.declarations.set(`${kind}:${place}:${nameOf(node)}`, { node, file });
    }
  }

  private gatherImport({ moduleSpecifier, importClause }: ts.ImportDeclaration, file: SdkFile): void {
    const bindings = importClause?.namedBindings;
    if (!ts.isStringLiteral(moduleSpecifier) || !moduleSpecifier.text.startsWith(".")) return;
    if (!bindings || !ts.isNamedImports(bindings)) return;
    const target = path.posix.join(path.posix.dirname(file.path), moduleSpecifier.text.replace(/\.js$/, ""));
    const imported = [".d.ts", ".ts"].map((ending) => `${target}${ending}`).find((name) => this.paths.has(name));
    if (imported)
      for (const element of bindings.elements) this.imports.set(`${file.path}:${nameOf(element)}`, imported);
  }
}
