import { openSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { ExitCode, ExitError } from '../config/exit.js'

/** A terminal whose keys can be read one by one without echo. */
export interface KeyTerminal {
  setRawMode(isRaw: boolean): unknown
  setEncoding(encoding: 'utf8'): unknown
  on(event: 'data', listener: (keys: string) => void): unknown
  off(event: 'data', listener: (keys: string) => void): unknown
  resume(): unknown
  pause(): unknown
}

/** The terminal to ask at: stdin, or the terminal of this process if stdin is something else; null: there is none. */
export function terminalOf(): KeyTerminal | null {
  if (process.stdin.isTTY) return process.stdin
  if (process.platform === 'win32') return null
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch {
    return null
  }
}

const [END_OF_TEXT, END_OF_FILE, BACKSPACE, ERASE_LINE, DELETE] = ['\u0003', '\u0004', '\b', '\u0015', '\u007f']

/**
 * Asks at a terminal without showing the answer. Backspace deletes a character, Ctrl-U all of them. `say` writes the question. Rejects with an
 * `ExitError` if Ctrl-C is pressed.
 */
export function askHidden(question: string, terminal: KeyTerminal, say: (text: string) => void): Promise<string> {
  // Before the question, so that the terminal does not echo an answer that comes quickly.
  terminal.setRawMode(true)
  terminal.setEncoding('utf8')
  say(question)
  return new Promise((resolve, reject) => {
    let typed: readonly string[] = []
    const end = (): void => {
      terminal.off('data', take)
      terminal.setRawMode(false)
      terminal.pause()
      say('\n')
    }
    const press = (key: string): boolean => {
      if (key === END_OF_TEXT) reject(new ExitError(ExitCode.FAILED, 'stopped by Ctrl-C'))
      else if (key === '\r' || key === '\n' || key === END_OF_FILE) resolve(typed.join(''))
      else {
        typed = after(typed, key)
        return false
      }
      return true
    }
    const take = (keys: string): void => {
      for (const key of keys) if (press(key)) return end()
    }
    terminal.on('data', take)
    terminal.resume()
  })
}

/** The text after a key; other control characters are ignored. */
function after(typed: readonly string[], key: string): readonly string[] {
  if (key === BACKSPACE || key === DELETE) return typed.slice(0, -1)
  if (key === ERASE_LINE) return []
  return key >= ' ' ? [...typed, key] : typed
}
