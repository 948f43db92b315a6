import { existsSync } from 'node:fs'
import path from 'node:path'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import {
  RENDERER,
  type ReadBodies,
  type RenderedPage,
  type RenderOutcome,
  type RenderTask,
} from '@called-it/shared/contract/rendered-page'
import { LRUCache } from 'lru-cache'
import type { Logger } from 'pino'
import { Piscina } from 'piscina'

export type RenderRequest = Pick<RenderTask, 'address' | 'isPhone' | 'language' | 'isFan' | 'now'>

/** Of the API, by path and query. */
type Read = (address: string) => Promise<ReadBodies[string]>

export type PageRenderer = {
  /**
   * Null where the browser has to render the page: one that is not public, one that reads what fails, and all where the
   * client is not built.
   *
   * @throws where the page cannot be rendered, or too many wait
   */
  render(request: RenderRequest, read: Read): Promise<RenderedPage | null>
  /** Whether a page waits for another one. */
  isBusy(): boolean
  close(): Promise<void>
}

/** A page with thousands of rows ends the thread, and not the gateway. */
const LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 }
/** A page takes 2 to 15 ms, and the first ones 40. */
const RENDER_MS = 2_000
const MAX_WAITING = 64
/** What a page reads, what depends on that, and what its rows read. */
const MAX_ROUNDS = 5
const MAX_KNOWN = 500

type RendererParts = {
  readonly webRoot: string
  readonly origin: string
  readonly log: Logger
}

/** Renders the pages of the built client in a thread of its own, which is started anew after it has ended. */
export function openPageRenderer({ webRoot, origin, log }: RendererParts): PageRenderer {
  const filename = path.join(webRoot, RENDERER)
  if (!existsSync(filename)) return { render: async () => null, isBusy: () => false, close: async () => {} }
  const thread = new Piscina<RenderTask, RenderOutcome>({
    filename,
    name: 'renderPage',
    minThreads: 1,
    maxThreads: 1,
    maxQueue: MAX_WAITING,
    resourceLimits: LIMITS,
  })
  // Without a listener the end of a thread would be the end of the gateway.
  thread.on('error', logRepeatedError(log, 'the thread that renders pages ended'))
  /** What visitors' pages have read before, so that they are rendered once. */
  const known = new LRUCache<string, readonly string[]>({ max: MAX_KNOWN })

  return {
    async render(request, read) {
      let bodies = await readAll(known.get(request.address) ?? [], read)
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const task = { ...request, origin, bodies }
        const outcome = await thread.run(task, { signal: AbortSignal.timeout(RENDER_MS) })
        if (outcome === null || !('wanted' in outcome)) return outcome
        bodies = { ...bodies, ...(await readAll(outcome.wanted, read)) }
        if (!request.isFan) known.set(request.address, Object.keys(bodies))
      }
      return null
    },
    isBusy: () => thread.queueSize > 0,
    close: () => thread.destroy(),
  }
}

async function readAll(addresses: readonly string[], read: Read): Promise<ReadBodies> {
  const bodies = addresses.map(async (address) => [address, await read(address)] as const)
  return Object.fromEntries(await Promise.all(bodies))
}
