/* The documentation: copies code, fades what is cut, changes the theme, and opens the search. Pages can be read without it. */
(function () {
  "use strict";
  const COPIED_MS = 1600;
  const YEAR_SECONDS = 31536000;
  const MAX_WAIT_MS = 120;

  document.documentElement.dataset.scripted = "";

  /** For pages by plain http, whose browsers have no clipboard for scripts. */
  function copySelected(code) {
    const selection = getSelection();
    selection.selectAllChildren(code);
    const done = document.execCommand("copy");
    selection.removeAllRanges();
    return done;
  }

  async function copy(button) {
    const code = button.closest("[data-code]").querySelector("code");
    const done = await navigator.clipboard
      ?.writeText(code.textContent)
      .then(() => true, () => copySelected(code)) ?? copySelected(code);
    const label = button.title;
    button.toggleAttribute("data-copied", done);
    button.setAttribute("aria-label", done ? "Copied" : "Not copied");
    setTimeout(() => {
      button.removeAttribute("data-copied");
      button.setAttribute("aria-label", label);
    }, COPIED_MS);
  }

  function changeTheme(button) {
    const theme = button.dataset.nextTheme;
    const isSystem = theme === "system";
    const age = isSystem ? 0 : YEAR_SECONDS;
    document.cookie = `patchbay-theme=${isSystem ? "" : theme}; Path=/; Max-Age=${age}; SameSite=Lax`;
    if (isSystem) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    for (const other of document.querySelectorAll("[data-theme-button]"))
      other.hidden = other.dataset.themeButton !== theme;
    document.querySelector(`[data-theme-button="${theme}"]`)?.focus();
  }

  /** Marks the edges of wide code and tables that hide some of it. */
  function watchEdges(box) {
    const measure = () => {
      box.toggleAttribute("data-more-before", box.scrollLeft > 1);
      box.toggleAttribute("data-more-after", box.scrollWidth - box.clientWidth - box.scrollLeft > 1);
    };
    new ResizeObserver(measure).observe(box);
    box.addEventListener("scroll", measure, { passive: true });
  }

  const watchBoxes = () => document.querySelectorAll('main [role="group"][tabindex="0"]').forEach(watchEdges);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", watchBoxes);
  else watchBoxes();

  const findWindow = () => document.getElementById("docs-search");
  let selected = -1;
  let timer = 0;
  let searches = 0;
  /** The words whose results are shown. */
  let shownWords = "";

  /** The window with its parts. */
  function partsOf(dialog) {
    const input = dialog.querySelector("input");
    return { input, list: dialog.querySelector("[role=listbox]"), status: dialog.querySelector("[data-status]") };
  }

  function select(dialog, index) {
    const { input, list } = partsOf(dialog);
    const rows = [...list.children];
    selected = rows.length === 0 ? -1 : (index + rows.length) % rows.length;
    for (const [position, row] of rows.entries()) row.setAttribute("aria-selected", String(position === selected));
    const row = rows[selected];
    if (row) input.setAttribute("aria-activedescendant", row.id);
    else input.removeAttribute("aria-activedescendant");
    row?.scrollIntoView({ block: "nearest" });
  }

  function show(dialog, results, message) {
    const { input, list, status } = partsOf(dialog);
    const template = dialog.querySelector("[data-row]").firstElementChild;
    list.replaceChildren(
      ...results.map(({ address, title, heading, excerpt }, index) => {
        const row = template.cloneNode(true);
        row.id = `docs-search-${index}`;
        row.dataset.address = address;
        row.querySelector("[data-heading]").textContent = heading || title;
        row.querySelector("[data-title]").textContent = heading ? `in ${title}` : "";
        row.querySelector("[data-excerpt]").textContent = excerpt;
        return row;
      }),
    );
    input.setAttribute("aria-expanded", String(results.length > 0));
    status.textContent = message;
    select(dialog, 0);
  }

  /** The results of the words that are typed now; what an earlier search finds later is dropped. */
  async function search(dialog) {
    const words = partsOf(dialog).input.value.trim();
    const number = ++searches;
    if (!words) return show(dialog, [], "");
    try {
      const answer = await fetch(`/api/docs/search?q=${encodeURIComponent(words)}`);
      if (!answer.ok) throw new Error(String(answer.status));
      const { results } = await answer.json();
      if (number !== searches) return;
      shownWords = words;
      show(dialog, results, results.length > 0 ? "" : "Nothing has these words. Try fewer or other words.");
    } catch {
      if (number === searches) show(dialog, [], "Couldn’t search. Check the connection and type again.");
    }
  }

  function follow(row) {
    findWindow().close();
    location.assign(row.dataset.address);
  }

  /** Follows the chosen row. Rows of words that were typed before are searched again first. */
  async function followChoice(dialog) {
    const { input, list } = partsOf(dialog);
    if (input.value.trim() !== shownWords) {
      clearTimeout(timer);
      await search(dialog);
    }
    const row = list.children[selected];
    if (row && input.value.trim() === shownWords) follow(row);
  }

  function open(dialog) {
    const { input } = partsOf(dialog);
    if (!dialog.open) dialog.showModal();
    input.select();
    input.focus();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-next-theme]");
    if (button?.matches("[data-copy]")) void copy(button);
    else if (button) changeTheme(button);
    // The surface behind the window belongs to it.
    else if (event.target === findWindow()) event.target.close();
    else {
      const row = event.target.closest("#docs-search [data-address]");
      if (row) follow(row);
    }
  });

  document.addEventListener("input", (event) => {
    const dialog = event.target.closest("#docs-search");
    if (!dialog) return;
    clearTimeout(timer);
    timer = setTimeout(() => void search(dialog), MAX_WAIT_MS);
  });

  function onKeyOfSearch(event, dialog) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps) select(dialog, selected + steps[event.key]);
    else if (event.key === "Enter") void followChoice(dialog);
    else return;
    event.preventDefault();
  }

  document.addEventListener("keydown", (event) => {
    const dialog = findWindow();
    if (!dialog) return;
    if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      event.preventDefault();
      open(dialog);
    } else if (event.target.closest?.("#docs-search")) onKeyOfSearch(event, dialog);
  });
})();
