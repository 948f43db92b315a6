import { readFileSync } from 'node:fs'
import type { ClientLimits } from './limits.ts'

/** Open files besides clients' connections: about 40 in an idle gateway, and static files while they are sent. */
const OTHER_FILES = 100

/** The files that this process may have open; null where that cannot be read: outside Linux. */
export function readOpenFileLimit(): number | null {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? null : Number(soft)
  } catch {
    return null
  }
}

/** Lowers the connections to what the open-file limit leaves, with the same share for HTTP. */
export function withinOpenFiles(limits: ClientLimits, limit: number | null): ClientLimits {
  const available = limit === null ? limits.connections : Math.max(1, limit - OTHER_FILES)
  if (available >= limits.connections) return limits
  return {
    ...limits,
    connections: available,
    httpConnections: Math.ceil((limits.httpConnections * available) / limits.connections),
  }
}
