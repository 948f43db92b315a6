import type { Database } from '@called-it/infra/postgres/client'
import { findSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { phaseOfShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { OPENERS } from '@called-it/shared/contract/chances'
import { topics } from '@called-it/shared/contract/events'
import type { LikelyOpeners, PageTopics, ShowPage } from '@called-it/shared/contract/show-pages'
import { readChances } from '../features/chances/show-chances.ts'
import { readSystemCards } from '../features/chances/system-cards.ts'
import { readCorrections } from '../features/corrections/service.ts'
import { type LiveShowParts, readLivePage, type ViewerParts } from '../features/live-shows/live-show.ts'
import { type CrowdParts, readCrowd } from '../features/show-picks/service.ts'
import { readLiveShows, readUpcomingShows } from '../features/shows/service.ts'
import { readTours } from '../features/tours/service.ts'
import { ApiError } from '../http/errors.ts'
import { openPlayerCounts } from '../resources/player-counts.ts'
import { getShow, isShowOpen, presentShow } from '../resources/show.ts'
import { readNamesById } from '../resources/song-names.ts'

type ShowPageParts = CrowdParts & {
  readonly liveShows: LiveShowParts & ViewerParts
  readonly topicsOf: (showId: number) => PageTopics
}

export type ShowPages = {
  /** @throws ApiError `show_not_found` */
  read(showId: number): Promise<ShowPage>
}

/** Each part by the rules of its own endpoint: what that one refuses is null here. */
export function openShowPages(parts: ShowPageParts): ShowPages {
  const { db } = parts
  const countPlayers = openPlayerCounts(db)
  return {
    async read(showId) {
      // Before the rest, which may be newer.
      const versions = parts.topicsOf(showId)
      const show = await getShow(db, showId)
      const phase = phaseOfShow(show)
      const isFinal = phase === 'final'
      const [{ shows: upcoming }, { shows: tonight }] = [await readUpcomingShows(db), await readLiveShows(db)]
      return {
        phase,
        now: show.readAt.toISOString(),
        settings_version: versions[topics.settings] ?? 0,
        topics: versions,
        show: presentShow(show),
        status: {
          isScored: show.isScored,
          isOpen: isShowOpen(show, show.readAt),
          hasSetlist: show.setlistRevisionId !== null,
          players: await countPlayers(show),
        },
        upcoming,
        tonight,
        openers: phase === 'open' ? await readOpeners(db, show) : null,
        ...(await readPublicPicks(parts, show)),
        setlist: isFinal || phase === 'ended' ? await readSetlistText(db, show) : null,
        tours: isFinal ? (await readTours(db)).tours : null,
      }
    },
  }
}

type PublicPicks = Pick<ShowPage, 'live' | 'crowd' | 'system_cards' | 'corrections'>

async function readPublicPicks({ db, crowds, liveShows }: ShowPageParts, show: Show): Promise<PublicPicks> {
  try {
    return {
      live: await readLivePage(liveShows, show.id),
      crowd: await readCrowd({ db, crowds }, show.id),
      system_cards: (await readSystemCards(db, show.id)).cards,
      corrections: show.isScored ? (await readCorrections(db, show.id)).corrections : null,
    }
  } catch (error) {
    if (error instanceof ApiError) return { live: null, crowd: null, system_cards: null, corrections: null }
    throw error
  }
}

async function readOpeners(db: Database, { id }: Show): Promise<LikelyOpeners | null> {
  const { chances } = await readChances(db, id)
  if (chances === null) return null
  const { recent_shows, tour_shows, suggestions, songs } = chances
  const likely = suggestions[0] ?? []
  const names = await readNamesById(db, likely)
  const chanceOf = new Map(songs.map((song) => [song.id, song]))
  return {
    recent_shows,
    tour_shows,
    songs: likely
      .flatMap((songId) => (names.isListed(songId) ? (chanceOf.get(songId) ?? []) : []))
      .slice(0, OPENERS)
      .toSorted((one, other) => (other.chance ?? 0) - (one.chance ?? 0))
      .map((song) => ({ ...song, name: names.ownNameOf(song.id) })),
  }
}

async function readSetlistText(db: Database, { id }: Show): Promise<ShowPage['setlist']> {
  const setlist = await findSetlist(db, id)
  return setlist && { setlistdata: setlist.text, setlistnotes: setlist.notes }
}
