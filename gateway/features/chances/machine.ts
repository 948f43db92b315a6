import type { Database } from '@called-it/infra/postgres/client'
import { type BetterPlayer, listBetterPlayers, listMachineNights, type MachineNight as StoredNight } from '@called-it/infra/postgres/queries/chances/system-cards'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import type { MachineNight } from '@called-it/shared/contract/chances'
import { keepById } from '../../resources/kept-by-id.ts'

const MAX_SHOWS = 1_000
/** Among so many there are three with a name, unless most do not show their picks. */
const CANDIDATES = 20
const NAMED = 3

export type MachineNights = { read(): Promise<MachineNight[]> }

/** Reads the best players of a night once for a score set; whether they have a name each time. */
export function openMachineNights(db: Database): MachineNights {
  const kept = keepById<BetterPlayer[]>(MAX_SHOWS)

  async function findBest({ show, scoreSetId, score, betterPlayers }: StoredNight): Promise<BetterPlayer[]> {
    if (scoreSetId === null || score === null || betterPlayers === 0) return []
    return kept.find(show.id, `${scoreSetId} ${score}`, () =>
      listBetterPlayers(db, { scoreSetId, points: score, limit: CANDIDATES }),
    )
  }

  return {
    async read() {
      const nights: { night: StoredNight; best: BetterPlayer[] }[] = []
      for (const night of await listMachineNights(db)) nights.push({ night, best: await findBest(night) })
      const listed = nights.flatMap(({ best }) => best.map(({ userId }) => userId))
      const named = await listShownPlayers(db, [...new Set(listed)])
      return nights.map(({ night, best }) => ({
        show: night.show,
        total: night.score,
        beaten_by: night.betterPlayers,
        players: night.players,
        best: best
          .flatMap(({ userId, total }) => {
            const player = named.get(userId)
            return player ? { id: userId, display_name: player.display_name, total } : []
          })
          .slice(0, NAMED),
      }))
    },
  }
}
