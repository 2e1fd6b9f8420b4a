// The rules of our own for oxlint (.oxlintrc.json).
import { forbidSyntax } from "./forbid-syntax.mjs";
import { linuxOnly } from "./linux-only.mjs";
import { oneTableOneRoom } from "./one-table-one-room.mjs";

const PROMISE = 'TSTypeReference[typeName.name="Promise"]';
/** Places that would keep a promise: a field of a type, a variable that changes, a map, a value of the whole thread. */
const KEPT_PROMISES = [
  `TSPropertySignature:not([key.name="params"]) > TSTypeAnnotation > ${PROMISE}`,
  `TSPropertySignature > TSTypeAnnotation > TSUnionType > ${PROMISE}`,
  `VariableDeclaration[kind="let"] > VariableDeclarator > Identifier > TSTypeAnnotation ${PROMISE}`,
  `:matches(NewExpression[callee.name=/^(Weak)?Map$|^LRUCache$/], TSTypeReference[typeName.name=/^(Weak)?Map$|^LRUCache$/]) > TSTypeParameterInstantiation > ${PROMISE}`,
  'CallExpression[callee.name="processMemory"] > ArrowFunctionExpression[async=true]',
];
const HASTY_WAIT =
  'CallExpression[callee.object.name="vi"][callee.property.name=/^wait(For|Until)$/][arguments.length=1]';

export default {
  meta: { name: "patchbay" },
  rules: {
    "linux-only": linuxOnly,
    "one-table-one-room": oneTableOneRoom,
    "no-kept-promise": forbidSyntax(
      KEPT_PROMISES,
      "Share a promise through lib/kernel/concurrency/memoize.ts, which forgets one that was rejected.",
    ),
    "no-hasty-wait": forbidSyntax(
      [HASTY_WAIT],
      "Pass PATIENT of test/setup/patience.ts: without a limit it ends after a second, which is the machine's affair.",
    ),
  },
};
