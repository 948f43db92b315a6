import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'

/** Browsers limit how often an address may change. */
const AFTER_MS = 400

/** From 0; `?song=` counts from 1. */
export function songOf(search: URLSearchParams): number {
  const song = Number.parseInt(search.get('song') ?? '1', 10)
  return Number.isNaN(song) ? 0 : song - 1
}

/** The address follows the song, for a link to it. */
export function SongInAddress({ index }: { index: number }) {
  const [search, setSearch] = useSearchParams()
  const settled = useDebounced(index, AFTER_MS)
  const write = useEffectEvent(() => {
    if (songOf(search) !== settled) setSearch({ song: String(settled + 1) }, { replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another song changes the address
  useEffect(() => write(), [settled])
  return null
}
