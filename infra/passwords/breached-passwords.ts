import { createHash } from 'node:crypto'
import type { Logger } from '../observability/log.ts'
import { logRepeatedError } from '../observability/repeated-error.ts'

/** A registration waits for it. */
const TIMEOUT_MS = 2_000

const PREFIX_LENGTH = 5

/**
 * Asks a range API like that of Pwned Passwords whether a password is known from a breach. Only the first five digits of
 * its SHA-1 are sent. False while the API cannot be read.
 *
 * @param readUrl returns the API's address without the prefix, as in `https://api.pwnedpasswords.com/range`; null: nothing
 *   is asked
 */
export function createBreachCheck(
  readUrl: () => string | null,
  log: Logger,
): (password: string) => Promise<boolean> {
  const logError = logRepeatedError(log, 'breached passwords cannot be looked up; new passwords are accepted')
  return async (password) => {
    const url = readUrl()
    if (url === null) return false
    const hash = createHash('sha1').update(password, 'utf8').digest('hex').toUpperCase()
    try {
      const range = await readRange(`${url.replace(/\/+$/, '')}/${hash.slice(0, PREFIX_LENGTH)}`)
      return hasSuffix(range, hash.slice(PREFIX_LENGTH))
    } catch (error) {
      logError(error)
      return false
    }
  }
}

async function readRange(url: string): Promise<string> {
  const response = await fetch(url, {
    // Padding hides the number of hits from who sees the length of the response.
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`the response has the status ${response.status}`)
  return response.text()
}

/** Lines are `SUFFIX:COUNT`; those of the padding have the count 0. */
function hasSuffix(range: string, suffix: string): boolean {
  return range.split(/\r?\n/).some((line) => {
    const [known = '', count] = line.split(':', 2)
    return known.toUpperCase() === suffix && Number(count) > 0
  })
}
