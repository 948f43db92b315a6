import { stdout } from 'node:process'

/** Says on one line of a terminal how far the work has come; in a file or a pipe it says nothing. */
export type ProgressLine = {
  show(text: string): void
  /** Clears the line, for what is printed next. */
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
