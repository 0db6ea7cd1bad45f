/** Something that a contributor adds, as files and edits that can be carried out in a copy of the project. */
export interface Addition {
  /** Its row in CONTRIBUTING.md. */
  readonly what: string
  /** What is new, in words. */
  readonly isNew: string
  /** Where a contributor begins to read, in words. */
  readonly beginWith: string
  /** The most existing source files that it may change. */
  readonly sourceMax: number
  /** The text of each new file by its path. */
  readonly files: Readonly<Record<string, string>>
  /** A new folder that begins as a copy of an existing one. Absent: none. */
  readonly folder?: { readonly from: string; readonly to: string }
  readonly edits: readonly Edit[]
  /** Test files that must pass in the copy. */
  readonly proofs: readonly string[]
}

/** A change of an existing file: `put` is inserted behind `after`, a text that the file has exactly once. */
export interface Edit {
  readonly file: string
  readonly after: string
  readonly put: string
}

const SOURCE = /^(?:src|backtest|strategies|bench)\//

/** Existing files that an addition changes: those of the source, and all others, each once. */
export function changedFiles({ edits }: Addition): { readonly source: readonly string[]; readonly others: readonly string[] } {
  const files = [...new Set(edits.map(({ file }) => file))]
  return { source: files.filter(file => SOURCE.test(file)), others: files.filter(file => !SOURCE.test(file)) }
}
