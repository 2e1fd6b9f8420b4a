/** A compiled toolkit with its source files. */
import type { CompiledToolkit } from "@/lib/catalog/compiled-toolkit";
import type { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";

export type LoadedToolkit = { toolkit: CompiledToolkit; curated: boolean; files: ToolkitFile[] };
