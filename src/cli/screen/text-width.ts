import { visibleLine } from './print-text.js'

/** What a terminal shows two columns wide: Chinese, Japanese and Korean characters, and emoji. Halfwidth forms are one column wide. */
const WIDE =
  /^(?![\uff61-\uffdc])(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6\p{Emoji_Presentation}]|.*\ufe0f)/u
const ASCII = /^[ -~]*$/
/** Made when it is first needed: it takes milliseconds, and most texts are ASCII. */
let segmenter: Intl.Segmenter | undefined

function charactersOf(text: string): Iterable<{ readonly segment: string }> {
  segmenter ??= new Intl.Segmenter()
  return segmenter.segment(text)
}

const widthOf = (character: string): number => (WIDE.test(character) ? 2 : /^[\p{M}\p{Cf}\p{Cc}]+$/u.test(character) ? 0 : 1)

/** The columns that a text without colours takes on a terminal. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  let width = 0
  for (const { segment } of charactersOf(text)) width += widthOf(segment)
  return width
}

/** The text on one line, or as much of its start as fits `width` columns with an ellipsis. No character is cut in two. */
export function cutText(given: string, width: number): string {
  const text = visibleLine(given)
  if (textWidth(text) <= width) return text
  let [kept, taken] = ['', 0]
  for (const { segment } of charactersOf(text)) {
    taken += widthOf(segment)
    if (taken > width - 1) break
    kept += segment
  }
  return width < 1 ? '' : `${kept}…`
}
