import type { SlotPlace } from '@called-it/shared/game/draft'
import { useNavigate } from 'react-router-dom'
import { paths } from '../paths.ts'
import { dropKeptSong, findKeptSong, type KeptSong, keepSong } from './kept-song.ts'
import { rememberReturnPath } from './return-path.ts'
import { useCurrentUser } from './session.ts'
import { onUserLeave } from './user-storage.ts'

const OPENER: SlotPlace = { set: 'set1', position: 1 }

/** Of a fan, for whom nothing has to be kept. */
let tappedByFan: KeptSong | null = null

onUserLeave(() => {
  tappedByFan = null
})

type FirstPick = (song: { readonly id: number; readonly name: string }, place?: SlotPlace) => void

/** A song that is picked before the builder is open: leads there, visitors by way of an account. */
export function useFirstPick(show: { readonly id: number; readonly venue: string }): FirstPick {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  return (song, { set, position } = OPENER) => {
    const picked = { songId: song.id, songName: song.name, set, slot: position }
    const kept = { showId: show.id, venue: show.venue, ...picked }
    if (user === null) {
      keepSong(kept)
      rememberReturnPath(paths.prediction(show.id))
    } else tappedByFan = kept
    void navigate(user === null ? paths.register : paths.prediction(show.id))
  }
}

const findFirstPick = () => tappedByFan ?? findKeptSong()

export function hasFirstPick(showId: number): boolean {
  return findFirstPick()?.showId === showId
}

/** The first pick of a show, once. */
export function takeFirstPick(showId: number): (KeptSong & { isNewcomers: boolean }) | null {
  const song = findFirstPick()
  if (song?.showId !== showId) return null
  const isNewcomers = song !== tappedByFan
  tappedByFan = null
  dropKeptSong()
  return { ...song, isNewcomers }
}
