const EVERY_MS = 100

/** A progress line that overwrites itself; prints nothing unless standard error is a terminal. */
export function progressLine(): { say: (text: string) => void; clear: () => void } {
  if (!process.stderr.isTTY) return { say: () => undefined, clear: () => undefined }
  let shownAt = 0
  return {
    say: text => {
      const now = performance.now()
      if (now - shownAt < EVERY_MS) return
      shownAt = now
      process.stderr.write(`\r\u001b[K${text}`)
    },
    clear: () => void process.stderr.write('\r\u001b[K'),
  }
}
