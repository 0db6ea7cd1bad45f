import { type Addition, changedFiles } from './addition.js'

/** The table of CONTRIBUTING.md: what each addition changes, and where to begin. */
export function countTable(additions: readonly Addition[]): string {
  const rows = additions.map(addition => {
    const { source, others } = changedFiles(addition)
    return [addition.what, addition.isNew, countOf(source), countOf(others), addition.beginWith]
  })
  const head = ['you add', 'new', 'source files that change', 'other files that change', 'begin with']
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

const countOf = (files: readonly string[]): string =>
  files.length === 0 ? '0' : `${files.length}: ${files.map(file => `\`${file}\``).join(', ')}`
