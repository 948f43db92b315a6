import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const folder = path.resolve(import.meta.dirname, '../payloads')

const samples = z.record(z.string(), z.array(z.unknown()).min(1))

const payloads = z.strictObject({
  /** As of when. */
  about: z.string(),
  /** What programs tell each other over Redis, by event. */
  bridge: samples,
  /** What gateways tell browsers, by event. */
  live: samples,
  /** What lies in a queue around the payload of a job. */
  queued: z.array(z.record(z.string(), z.unknown())).min(1),
  /** By job. */
  jobs: samples,
  /** By kind of run. */
  orders: samples,
  results: samples,
})

/** What the programs of one version write: in a rolling restart, those of the next one read it, and the other way round. */
export type PayloadVersion = z.output<typeof payloads> & { readonly name: string }

/**
 * Every version of what goes from program to program, oldest first. A file that a release has come out with never changes
 * any more: whoever changes a payload after that copies the newest file under the next number and changes the copy.
 */
export const payloadVersions: readonly PayloadVersion[] = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .map((file) => ({
    ...payloads.parse(JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
    name: path.basename(file, '.json'),
  }))

/** What today's programs write. */
export const todaysPayloads: PayloadVersion = newest()

function newest(): PayloadVersion {
  const version = payloadVersions.at(-1)
  if (!version) throw new Error('there are no payloads')
  return version
}

/** A payload with a field more in each of its objects, as a newer program might write it. */
export function withUnknownFields(payload: unknown): unknown {
  if (Array.isArray(payload)) return payload.map(withUnknownFields)
  if (typeof payload !== 'object' || payload === null) return payload
  const fields = Object.entries(payload).map(([name, value]) => [name, withUnknownFields(value)] as const)
  return { ...Object.fromEntries(fields), addedLater: { by: 'a newer program' } }
}
