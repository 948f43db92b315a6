import { namedDice } from '@called-it/infra/setlist-sources/demo/dice'
import { machineCard } from '@called-it/shared/game/chance/card'
import { drawKickstart, placeKickstart } from '@called-it/shared/game/chance/kickstart'
import type { JudgedShow } from '@called-it/shared/game/chance/measures'
import { slotChances } from '@called-it/shared/game/chance/slots'
import type { PastShow } from '@called-it/shared/game/chance/song-chance'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import { createScorer } from '@called-it/shared/game/scoring'

const KICKSTARTS_PER_SHOW = 20

/** Per show: the points of the machine's card and of a kickstart, and the songs that two kickstarts share. */
export function measureCards(history: readonly PastShow[], judged: readonly JudgedShow[]) {
  const { roll } = namedDice('kickstarts')
  const first = history.length - judged.length
  const shows = history.slice(first).map((show, index) => {
    const score = createScorer(actualSetlist(show))
    const chances = (judged[index]?.chances ?? []).map((song) => ({ ...song, reasons: [] }))
    const songs = slotChances(history.slice(0, first + index), chances)
    const draws = Array.from({ length: KICKSTARTS_PER_SHOW }, () => drawKickstart(songs, roll))
    const kickstarts = draws.map(
      (draw) => score(placeKickstart(songs.filter(({ song }) => draw.includes(song)))).total,
    )
    const shared = draws
      .slice(1)
      .map((draw, index) => draws[index]?.filter((song) => draw.includes(song)).length ?? 0)
    return { card: score(machineCard(songs)).total, kickstart: mean(kickstarts), shared: mean(shared) }
  })
  return {
    card: mean(shows.map(({ card }) => card)),
    kickstart: mean(shows.map(({ kickstart }) => kickstart)),
    shared: mean(shows.map(({ shared }) => shared)),
  }
}

function actualSetlist({ sets }: PastShow) {
  return groupBySet(sets.flatMap(({ set, songs }) => songs.map((song) => ({ set, song }))))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
