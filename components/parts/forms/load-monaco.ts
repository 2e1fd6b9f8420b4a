/**
 * The library of the code editor, loaded on demand. The build of the pages takes the bundle that
 * scripts/build/bundle-editor.mjs makes in a second; Next compiles the library only for development. Runs only in the
 * browser.
 */
type Monaco = typeof import("./monaco-set-up");

/** The address of the bundle, which next.config.mjs defines; empty without a bundle. */
declare const EDITOR_FOLDER: string;

function loadStyle(href: string): Promise<void> {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error("Couldn’t load the editor’s style."));
    document.head.append(link);
  });
}

async function loadBundle(folder: string): Promise<Monaco> {
  const [bundle] = await Promise.all([
    import(/* turbopackIgnore: true */ `${folder}/monaco-set-up.js`) as Promise<Monaco>,
    loadStyle(`${folder}/monaco-set-up.css`),
  ]);
  return bundle;
}

export const monaco: Monaco = await (EDITOR_FOLDER ? loadBundle(EDITOR_FOLDER) : import("./monaco-set-up"));
