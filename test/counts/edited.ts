import type { Edit } from './addition.js'

/** The text of a file after an edit. Throws an Error where the file does not have the edit's anchor exactly once. */
export function edited(text: string, { file, after, put }: Edit): string {
  const [before, rest, ...more] = text.split(after)
  if (before === undefined || rest === undefined || more.length > 0) {
    const found = text.split(after).length - 1
    throw new Error(
      `${file}: expected this text once, found it ${found} times; change the edit in test/counts/additions: ${after}`,
    )
  }
  return `${before}${after}${put}${rest}`
}
