/** Writes text to stdout: a result for people, or a document of JSON or CSV. */
export const printText = (text: string): void => void process.stdout.write(visibleText(text))

/** Writes text to stderr, beside the result. */
export const warnText = (text: string): void => void process.stderr.write(visibleText(text))

/**
 * Text of others, such as a market's question, a refusal or the name of a file, can contain control characters. A terminal obeys them, and then
 * shows what their author wants. Here they become visible, in the form that JSON has for them, so a document of JSON keeps its values. Lines, tabs
 * and colours stay.
 */
export const visibleText = (text: string): string => text.replaceAll(CONTROL, shown)

/** The same for text that shall stay on one line and be as wide as it is long. Colours stay, but none that hides what follows. */
export const visibleLine = (text: string): string =>
  visibleText(text.replaceAll(BREAKS, ' ')).replaceAll(COLOR, color => (OWN_COLOR.test(color) ? color : ''))

/** A colour, an end of line, or a character that controls a terminal or turns the direction of text around. */
const CONTROL =
  // oxlint-disable-next-line no-control-regex -- These are the characters that it is about.
  /\u001b\[[\d;]{0,16}m|\r\n|[\0-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g
const BREAKS = /[\r\n]+/g
// oxlint-disable-next-line no-control-regex -- A colour begins with an escape.
const COLOR = /\u001b\[[\d;]{0,16}m/g
/** What `paint` uses. */
// oxlint-disable-next-line no-control-regex -- As above.
const OWN_COLOR = /^\u001b\[(?:[012]|22|3[0-79]|9\d)m$/

const shown = (found: string): string => (found.length > 1 ? found : `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
