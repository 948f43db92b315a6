import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const folder = path.resolve(import.meta.dirname, '../../upgrades/payloads')

const samples = z.record(z.string(), z.array(z.unknown()).min(1))

const payloads = z.strictObject({
  /** Messages between processes over Redis, by event. */
  messages: samples,
  live: samples,
  /** Data of BullMQ jobs: a payload and what is around it. */
  queued: z.array(z.record(z.string(), z.unknown())).min(1),
  jobs: samples,
  orders: samples,
  results: samples,
})

/**
 * `added`: further samples of events that have some already. `renamed`: the new names of events, with the old ones.
 * `removed`: the names of events that are not sent any more.
 */
const changes = payloads.partial().extend({
  added: samples.optional(),
  renamed: z.record(z.string(), z.string()).optional(),
  removed: z.array(z.string()).optional(),
})

type Samples = z.output<typeof samples>
type Payloads = z.output<typeof payloads>
type PayloadVersion = Payloads & { readonly name: string }

/**
 * What each release sends, oldest first: during a rolling restart each reads what the other sends. A file has what its
 * release changed, by name. The file of a release never changes; the first change after it starts the next one.
 */
export const payloadVersions: readonly PayloadVersion[] = readVersions()

function readVersions(): PayloadVersion[] {
  const versions: PayloadVersion[] = []
  const files = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  for (const file of files) {
    const changed = changes.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8')))
    const before = versions.at(-1)
    const all = payloads.parse(before ? withChanges(before, changed) : changed)
    versions.push({ ...all, name: path.basename(file, '.json') })
  }
  return versions
}

function withChanges(before: Payloads, changed: z.output<typeof changes>): Payloads {
  return {
    messages: { ...before.messages, ...changed.messages },
    live: {
      ...without(before.live, changed.removed ?? []),
      ...withRenamed(before.live, changed.renamed ?? {}),
      ...changed.live,
      ...withAdded(before.live, changed.added ?? {}),
    },
    queued: changed.queued ?? before.queued,
    jobs: { ...before.jobs, ...changed.jobs },
    orders: { ...before.orders, ...changed.orders },
    results: { ...before.results, ...changed.results },
  }
}

function without(before: Samples, removed: readonly string[]): Samples {
  return Object.fromEntries(Object.entries(before).filter(([name]) => !removed.includes(name)))
}

function withRenamed(before: Samples, renamed: Readonly<Record<string, string>>): Samples {
  return Object.fromEntries(Object.entries(renamed).map(([name, former]) => [name, before[former] ?? []]))
}

function withAdded(before: Samples, added: Samples): Samples {
  return Object.fromEntries(
    Object.entries(added).map(([name, more]) => [name, [...(before[name] ?? []), ...more]]),
  )
}

export const currentPayloads: PayloadVersion = getNewest()

function getNewest(): PayloadVersion {
  const version = payloadVersions.at(-1)
  if (!version) throw new Error('there are no payloads')
  return version
}

/** Adds a field to each object of a payload, as a newer release might. */
export function withUnknownFields(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(withUnknownFields)
  if (typeof payload !== 'object' || payload === null) return payload
  const fields = Object.entries(payload).map(([name, value]) => [name, withUnknownFields(value)] as const)
  return { ...Object.fromEntries(fields), addedLater: { by: 'a newer release' } }
}
