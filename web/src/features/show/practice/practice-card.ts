import { type SetlistPicks, setlistPicks } from '@called-it/shared/contract/predictions'
import { type Draft, emptyDraft, isDraftEmpty } from '@called-it/shared/game/draft'
import { padPicks } from '@called-it/shared/game/setlist'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { onUserLeave, userStorage } from '../../../lib/account/user-storage.ts'

export type PracticeCard = Draft<NonNullable<SetlistPicks['set1'][number]>>

const keyOf = (showId: number) => `practice:${showId}`

/** Kept in the browser alone, by show. */
export function usePracticeCard(
  showId: number,
): readonly [PracticeCard, Dispatch<SetStateAction<PracticeCard>>] {
  const [card, setCard] = useState(() => readCard(showId))
  useEffect(() => onUserLeave(() => setCard(emptyDraft())), [])
  useEffect(() => {
    if (isDraftEmpty(card)) userStorage.removeItem(keyOf(showId))
    else userStorage.setItem(keyOf(showId), JSON.stringify(card))
  }, [showId, card])
  return [card, setCard]
}

/** Empty where nothing that can be read is stored. */
function readCard(showId: number): PracticeCard {
  try {
    return padPicks(setlistPicks.parse(JSON.parse(String(userStorage.getItem(keyOf(showId))))))
  } catch {
    return emptyDraft()
  }
}
