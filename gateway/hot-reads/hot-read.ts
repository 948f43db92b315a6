import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'

/** A read that is the same for everybody and so often asked that its answer is kept. */
export type HotRead = {
  readonly call: EndpointName
  /** Exactly as it is asked for; whatever is written in another way is answered as any other call. */
  readonly path: string
  /** Whether the answer is to be read again after a change of this live topic. */
  isMovedBy(topic: string): boolean
  read(): Promise<HotAnswer>
}

export type HotAnswer = {
  readonly body: unknown
  /** From when on it is another one although nothing changes; by the database's clock, null where time does not matter. */
  readonly changesAt: Date | null
}

/**
 * Declares a hot read. Its body is of the very type that the call's handler answers with.
 *
 * @param path where the call's has parameters
 * @param changesAt absent: time does not matter
 */
export function hotRead<Name extends EndpointName>({
  call,
  path = endpoints[call].path,
  isMovedBy,
  read,
  changesAt,
}: {
  call: Name
  path?: string
  isMovedBy: (topic: string) => boolean
  read: () => Promise<ResponseBody<Endpoints[Name]>>
  changesAt?: (body: ResponseBody<Endpoints[Name]>) => Date | null
}): HotRead {
  return {
    call,
    path,
    isMovedBy,
    async read() {
      const body = await read()
      return { body, changesAt: changesAt?.(body) ?? null }
    },
  }
}
