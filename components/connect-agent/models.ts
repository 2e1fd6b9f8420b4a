/** The models that programs name, unless the reader has chosen another. */
export const OPENAI_MODEL = "gpt-5.2";
export const GEMINI_MODEL = "gemini-3-flash-preview";
export const CLAUDE_MODEL = "claude-opus-4-6";
