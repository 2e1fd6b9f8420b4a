/** Google Slides tools that are more than one described request: slides from Markdown, single slides, copies. */
import type { HandlerTools, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";
import { toSlides, type Slide } from "./markdown";

type Values = Record<string, unknown>;

const base = (id: string | undefined): string => `/v1/presentations/${encodeURIComponent(id ?? "")}`;
const addressOf = (id: string): string => `https://docs.google.com/presentation/d/${id}/edit`;

async function applyRequests(id: string | undefined, requests: Values[], { call }: HandlerTools): Promise<Values> {
  const { data } = await call({ method: "POST", path: `${base(id)}:batchUpdate`, body: { requests } });
  return data as Values;
}

/**
 * The requests that make one slide. Placeholders get ids of our own, so that text goes into them in the same batch
 * (https://developers.google.com/workspace/slides/api/reference/rest/v1/presentations/request#createsliderequest).
 */
function slideRequests(slide: Slide, key: string, insertionIndex?: number): Values[] {
  const [title, body] = [`${key}_title`, `${key}_body`];
  const layout = slide.lines.length > 0 ? "TITLE_AND_BODY" : "TITLE_ONLY";
  const placeholder = (type: string, objectId: string): Values => ({ layoutPlaceholder: { type, index: 0 }, objectId });
  const text = slide.lines.map(({ level, text: line }) => `${"\t".repeat(level)}${line}`).join("\n");
  return [
    {
      createSlide: {
        objectId: key,
        slideLayoutReference: { predefinedLayout: layout },
        ...(insertionIndex === undefined ? {} : { insertionIndex }),
        placeholderIdMappings: [placeholder("TITLE", title), ...(text ? [placeholder("BODY", body)] : [])],
      },
    },
    ...(slide.title ? [{ insertText: { objectId: title, text: slide.title } }] : []),
    ...(text ? [{ insertText: { objectId: body, text } }] : []),
    ...(text && slide.isList
      ? [
          {
            createParagraphBullets: {
              objectId: body,
              textRange: { type: "ALL" },
              bulletPreset: slide.isNumbered ? "NUMBERED_DIGIT_ALPHA_ROMAN" : "BULLET_DISC_CIRCLE_SQUARE",
            },
          },
        ]
      : []),
  ];
}

/** Ids must be unique in the presentation and have 5 to 50 characters. */
const slideKey = (index: number): string => `slide_${Date.now().toString(36)}_${index}`;

/** Some hundred slides of text. */
const MAX_MARKDOWN_LENGTH = 100_000;

const createFromMarkdown: ToolHandler = async (args: { title?: string; markdown_text?: string }, tools) => {
  const { markdown_text: markdown = "" } = args;
  if (markdown.length > MAX_MARKDOWN_LENGTH)
    return tools.fail(
      `markdown_text has ${markdown.length} characters; one presentation takes ${MAX_MARKDOWN_LENGTH}.`,
    );
  const slides = toSlides(markdown);
  if (slides.length === 0) return tools.fail("The Markdown has no slide. Give a heading or a paragraph.");
  const { data } = await tools.call({ method: "POST", path: "/v1/presentations", body: { title: args.title } });
  const { presentationId = "", slides: first = [] } = data as {
    presentationId?: string;
    slides?: { objectId?: string }[];
  };
  // A new presentation comes with an empty title slide.
  const empty = first.flatMap(({ objectId }) => (objectId ? [{ deleteObject: { objectId } }] : []));
  await applyRequests(
    presentationId,
    [...slides.flatMap((slide, index) => slideRequests(slide, slideKey(index))), ...empty],
    tools,
  );
  return { presentation_id: presentationId, url: addressOf(presentationId), slides: slides.length };
};

type AddArguments = { presentation_id?: string; title?: string; body?: string; insertion_index?: number };

export const handlers: ToolHandlers = {
  createFromMarkdown,
  addSlide: async (args: AddArguments, tools) => {
    const lines = (args.body ?? "")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((text) => ({ level: 0, text: text.trim() }));
    const key = slideKey(0);
    await applyRequests(
      args.presentation_id,
      slideRequests({ title: args.title ?? "", lines, isList: true, isNumbered: false }, key, args.insertion_index),
      tools,
    );
    return { presentation_id: args.presentation_id, slide_id: key };
  },
  replaceAllText: (
    args: { presentation_id?: string; find_text?: string; replace_text?: string; match_case?: boolean },
    tools,
  ) =>
    applyRequests(
      args.presentation_id,
      [
        {
          replaceAllText: {
            replaceText: args.replace_text,
            containsText: { text: args.find_text, matchCase: args.match_case ?? true },
          },
        },
      ],
      tools,
    ),
  copyPresentation: async (args: { presentation_id?: string; title?: string }, { call }) => {
    const path = `https://www.googleapis.com/drive/v3/files/${encodeURIComponent(args.presentation_id ?? "")}/copy`;
    const { data } = await call({
      method: "POST",
      path,
      query: { supportsAllDrives: true, fields: "id,name,webViewLink" },
      body: { name: args.title },
    });
    const { id = "", name = "", webViewLink } = data as { id?: string; name?: string; webViewLink?: string };
    return { presentation_id: id, title: name, url: webViewLink ?? addressOf(id) };
  },
};
