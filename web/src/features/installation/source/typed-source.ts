import {
  type SourceName,
  type SourceStatus,
  sourceOfUpload,
} from '@called-it/shared/contract/installation-source'
import type { PlainId } from '@called-it/shared/languages/translate'

/** As far as it is entered; what is empty is still to be, or stays as it is stored. */
export type TypedSource = {
  readonly name: SourceName
  readonly key: string
  readonly address: string
  readonly artist: { readonly mbid: string; readonly name: string } | null
  readonly upload: string | null
}

export function untyped(name: SourceName): TypedSource {
  return { name, key: '', address: '', artist: null, upload: null }
}

/** As `SETLIST_SOURCE`, which the server refuses while something is missing; undefined: as it is stored. */
export function draftOf(typed: TypedSource, status: SourceStatus): string | undefined {
  const { name, key, address, artist, upload } = typed
  const isUntouched = key === '' && address === '' && artist === null && upload === null
  return isUntouched && name === status.name ? undefined : TEXTS[name](typed)
}

const TEXTS: Readonly<Record<SourceName, (typed: TypedSource) => string>> = {
  demo: () => 'demo',
  file: ({ upload }) => (upload === null ? 'file:' : sourceOfUpload(upload)),
  phishnet: ({ key }) => `phishnet:${key.trim()}`,
  songfish: ({ address }) => `songfish:${apiAddress(address.trim())}`,
  setlistfm: ({ key, artist }) => `setlistfm:${key.trim()}:${artist?.mbid ?? ''}`,
}

/** What is still to be entered; null where nothing is. */
export function neededBy({ name, key, address, artist, upload }: TypedSource): PlainId | null {
  if (name === 'phishnet' && !/^\w+$/.test(key.trim())) return 'source.need-key'
  if (name === 'songfish' && address.trim() === '') return 'source.need-address'
  if (name === 'setlistfm' && (key.trim() === '' || artist === null)) return 'source.need-artist'
  return name === 'file' && upload === null ? 'source.need-files' : null
}

/** Of a site that runs on Songfish. */
function apiAddress(address: string): string {
  const url = URL.parse(/^https?:/i.test(address) ? address : `https://${address}`)
  if (address === '' || url === null) return address
  return url.pathname === '/' ? new URL('/api/v2', url).href : url.href
}
