import type { Database } from '@called-it/infra/postgres/client'
import { listBetterPlayers, listMachineNights } from '@called-it/infra/postgres/queries/chances/system-cards'
import { listShownPlayers } from '@called-it/infra/postgres/queries/players/players'
import type { MachineNight } from '@called-it/shared/contract/chances'
import { keepById } from '../../resources/kept-by-id.ts'

const MAX_SHOWS = 1_000
/** Among so many there are three with a name, unless most do not show their picks. */
const CANDIDATES = 20
const NAMED = 3

type StoredNight = Awaited<ReturnType<typeof listMachineNights>>[number]
type BetterPlayer = Awaited<ReturnType<typeof listBetterPlayers>>[number]
export type MachineNights = { read(): Promise<MachineNight[]> }

/** Reads the best players of a night once for a score set; whether they have a name each time. */
export function openMachineNights(db: Database): MachineNights {
  const kept = keepById<BetterPlayer[]>(MAX_SHOWS)

  async function findBest({ show, scoreSetId, total, beaten_by }: StoredNight): Promise<BetterPlayer[]> {
    if (scoreSetId === null || total === null || beaten_by === 0) return []
    return kept.find(show.id, `${scoreSetId} ${total}`, () =>
      listBetterPlayers(db, { scoreSetId, points: total, limit: CANDIDATES }),
    )
  }

  return {
    async read() {
      const nights: { night: StoredNight; best: BetterPlayer[] }[] = []
      for (const night of await listMachineNights(db)) nights.push({ night, best: await findBest(night) })
      const listed = nights.flatMap(({ best }) => best.map(({ userId }) => userId))
      const named = await listShownPlayers(db, [...new Set(listed)])
      return nights.map(({ night: { scoreSetId: _, ...night }, best }) => ({
        ...night,
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
