import { endpoints } from '@called-it/shared/contract/endpoints'
import { type CachedResponses, type EncodedResponse, textOf } from '../response-cache/cached-responses.ts'
import { withPagePatience } from './page-patience.ts'

/** Reads the response of `getConfig` as JSON; where the database takes too long the last one, or `null`. */
export function openServedSwitches(responses: Pick<CachedResponses, 'find'>): () => Promise<string> {
  let last = 'null'
  const keep = (response: EncodedResponse) => {
    last = textOf(response)
    return last
  }
  return async () => {
    const cached = responses.find(endpoints.getConfig.path)
    if (!cached) return last
    const fresh = cached.fresh()
    return fresh ? keep(fresh) : withPagePatience(cached.refresh().then(keep), () => last)
  }
}
