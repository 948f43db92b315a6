import type { actualSetlist, Breakdown } from '@called-it/shared/contract/scoring'
import type { Draft } from '@called-it/shared/game/draft'
import type { z } from 'zod'
import { create } from 'zustand'
import { onUserLeave } from '../../../lib/account/user-storage.ts'
import type { PickedSong } from '../builder/show-draft.ts'

/** A score against the sample setlist; not stored on the server. */
export type TestScore = {
  readonly showId: number
  readonly breakdown: Breakdown
  readonly actualSetlist: z.output<typeof actualSetlist>
  readonly picks: Draft<PickedSong>
}

export const useTestScore = create<{ score: TestScore | null }>(() => ({ score: null }))

onUserLeave(closeTestScore)

export function closeTestScore(): void {
  useTestScore.setState({ score: null })
}
