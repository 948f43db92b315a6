import { matchPath } from 'react-router-dom'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { keptReturnPath } from '../../lib/account/return-path.ts'
import { patterns, readShowId } from '../../lib/paths.ts'

/** The show that a visitor signs up for: that of the kept song, else of the page to return to. */
export function wantedShow(): number | null {
  const [pathname = ''] = keptReturnPath()?.path.split('?') ?? []
  const match = matchPath(patterns.prediction, pathname) ?? matchPath(patterns.show, pathname)
  return findKeptSong()?.showId ?? readShowId(match?.params.showId)
}
