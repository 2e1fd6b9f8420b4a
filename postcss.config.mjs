// Tailwind is the only step that styles go through.
export default { plugins: { "@tailwindcss/postcss": {} } };
