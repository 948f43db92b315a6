import { stdout } from 'node:process'

/** Writes to terminals only, not to files or pipes. */
export type ProgressLine = {
  show(text: string): void
  /** Call it before printing anything else. */
  clear(): void
}

const CLEAR_LINE = '\r\u001b[2K'

export function openProgressLine(): ProgressLine {
  const write = (text: string) => {
    if (stdout.isTTY) stdout.write(text)
  }
  return {
    show: (text) => write(`${CLEAR_LINE}${text.slice(0, stdout.columns - 1)}`),
    clear: () => write(CLEAR_LINE),
  }
}
