import type { ReadBodies } from '@called-it/shared/contract/rendered-page'

/** Answers requests from what the gateway has read, and notes which it has to read. */
export function answerFrom(bodies: ReadBodies, wanted: Set<string>): typeof fetch {
  return async (address) => {
    const url = String(address)
    const found = bodies[url]
    if (found) return new Response(found.text, { status: found.status, headers: JSON_TYPE })
    wanted.add(url)
    throw new TypeError(`${url} is not read yet`)
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
