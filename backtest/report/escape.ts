const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and in quoted attributes; venues choose their markets' titles. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, character => ENTITIES[character] ?? '')

/** A value as JSON that may stand inside a script element: nothing in it can end the element or open a comment. */
export const escapeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
