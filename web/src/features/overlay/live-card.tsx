import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { type OwnCard, useOwnCard } from '../../lib/live/own-card.ts'
import { phaseInWords } from '../../lib/live/phase-in-words.ts'
import { useLiveShow } from '../../lib/live/use-live-show.ts'

export type Standing = { phase: string; own: OwnCard | null }

type LiveCardProps = { show: Show; children: (standing: Standing) => ReactNode }

/** The own card, which fills in while the band plays. */
export function LiveCard({ show, children }: LiveCardProps) {
  const { data: live } = useLiveShow(show.id)
  return children({ phase: phaseInWords(show, live), own: useOwnCard(show, live) })
}
