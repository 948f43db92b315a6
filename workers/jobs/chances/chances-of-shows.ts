import type { DueShow, ListedPastShow } from '@called-it/infra/postgres/queries/chances/due-chances'
import type { MadeChances } from '@called-it/infra/postgres/queries/chances/show-chances'
import { type ChancePage, SUGGESTED_SONGS } from '@called-it/shared/contract/chances'
import { machineCard } from '@called-it/shared/game/chance/card'
import { songFacts } from '@called-it/shared/game/chance/facts'
import { type ChanceModel, fitModel, songChances } from '@called-it/shared/game/chance/model'
import { PlaceLog } from '@called-it/shared/game/chance/places'
import { trueReasons } from '@called-it/shared/game/chance/reasons'
import { slotChancesFrom } from '@called-it/shared/game/chance/slots'
import type { ChanceMethod, PastShow, SongChance, SongFacts } from '@called-it/shared/game/chance/song-chance'
import { suggestSongs } from '@called-it/shared/game/chance/suggestions'

const SHOWS_PER_YIELD = 100

/**
 * The chances of each show from the shows before it. Yields after a few milliseconds of work each.
 *
 * @param listed the songs that can be picked
 */
export function* chancesOfShows(
  history: readonly ListedPastShow[],
  due: readonly DueShow[],
  { method, listed }: { method: ChanceMethod; listed: ReadonlySet<number> },
): Generator<void, MadeChances[]> {
  const made: MadeChances[] = []
  let model: ChanceModel | null = null
  let places = new PlaceLog()
  let learntShows = 0
  for (const show of due) {
    const before = history.filter(({ listed }) => listed.date <= show.listed.date)
    if (learntShows !== before.length) {
      if (method === 'model') model = yield* fitModel(before)
      places = yield* placesIn(before)
      learntShows = before.length
    }
    const chances = yield* songChances(before, show, method, model)
    yield
    const songs = slotChancesFrom(
      places,
      chances.filter(({ song }) => listed.has(song)),
    )
    yield
    const facts = songFacts(before, show).filter(({ song }) => listed.has(song))
    yield
    made.push({
      showId: show.listed.id,
      method,
      madeFrom: show.madeFrom,
      page: pageOf(before, songs, facts),
      songs,
      card: machineCard(songs),
    })
    yield
  }
  return made
}

function* placesIn(history: readonly PastShow[]): Generator<void, PlaceLog> {
  const places = new PlaceLog()
  for (const [index, show] of history.entries()) {
    places.add(show)
    if (index % SHOWS_PER_YIELD === 0) yield
  }
  return places
}

function pageOf(
  history: readonly ListedPastShow[],
  songs: readonly SongChance[],
  facts: readonly SongFacts[],
): ChancePage {
  const chances = new Map(songs.map((chance) => [chance.song, chance]))
  const lastShows = [...new Set(facts.map(({ lastShow }) => lastShow))].toSorted((a, b) => b - a)
  const places = new Map(lastShows.map((show, place) => [show, place]))
  return {
    shows: lastShows.flatMap((show) => history[show]?.listed ?? []),
    recent_shows: facts[0]?.recentShows ?? 0,
    tour_shows: facts[0]?.tourShows ?? 0,
    venue_shows: facts[0]?.venueShows ?? 0,
    songs: facts.map((fact) => {
      const chance = chances.get(fact.song)
      return {
        id: fact.song,
        chance: chance ? Math.round(chance.chance * 1_000) : null,
        reasons: trueReasons(chance?.reasons ?? [], fact),
        gap: fact.gap,
        usual_gap: fact.usualGap,
        last: places.get(fact.lastShow) ?? 0,
        lately: fact.latePlays,
        recent: fact.recentPlays,
        tour: fact.tourPlays,
        venue: fact.venuePlays,
        usual: fact.usual,
      }
    }),
    suggestions: suggestSongs(songs, SUGGESTED_SONGS),
  }
}
