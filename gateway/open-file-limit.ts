import { readFileSync } from 'node:fs'
import type { ClientBounds } from './bounds.ts'

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
export function withinOpenFiles(bounds: ClientBounds, limit: number | null): ClientBounds {
  const available = limit === null ? bounds.connections : Math.max(1, limit - OTHER_FILES)
  if (available >= bounds.connections) return bounds
  return {
    ...bounds,
    connections: available,
    httpConnections: Math.ceil((bounds.httpConnections * available) / bounds.connections),
  }
}
