import { randomUUID } from 'node:crypto'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { topics } from '@called-it/shared/contract/events'
import { makeAdmin, makeUser } from '../factories/accounts.ts'
import { makeShow, makeSongs } from '../factories/catalogue.ts'
import { gatewayOfFile } from './start-gateway.ts'

export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)

/** For the tests of the file that calls it: a gateway with two operators, Ann and Bob, an admin and four songs. */
export async function liveEditorsOfFile() {
  const gateway = await gatewayOfFile()
  const { db } = gateway.postgres
  const annUser = await makeUser(db, { isLiveOperator: true, displayName: 'Ann' })
  const bobUser = await makeUser(db, { isLiveOperator: true, displayName: 'Bob' })
  const admin = await gateway.loginAs(await makeAdmin(db))
  const ann = await gateway.loginAs(annUser)
  const songs = await makeSongs(db, 4)
  const song = (index: number) => {
    const found = songs[index]
    if (!found) throw new Error('no such song')
    return found
  }
  const path = (showId: number) => `/api/shows/${showId}/live`

  return {
    gateway,
    db,
    ann,
    bob: await gateway.loginAs(bobUser),
    admin,
    song,
    songTap: (index: number) => ({ op: 'song', song: song(index).id }),
    /** A show that began an hour ago. */
    makeRunningShow: (given: Parameters<typeof makeShow>[1] = {}) =>
      makeShow(db, { daysFromToday: 0, starts_at: inMinutes(-60), locks_at: inMinutes(-60), ...given }),
    /** Tapped some seconds after the start. */
    tap(
      showId: number,
      as: string,
      operation: object,
      base: number,
      { s = 0, opId = randomUUID() }: { s?: number; opId?: string } = {},
    ) {
      const at = new Date(Date.now() - 3_600_000 + s * 1000).toISOString()
      return gateway.send('POST', `${path(showId)}/taps`, { as, json: { opId, base, at, operation } })
    },
    settle: (showId: number, as: string, opId: string, decision: string) =>
      gateway.send('POST', `${path(showId)}/conflicts/${opId}`, { as, json: { decision } }),
    readEditor: (showId: number) => gateway.request('getLiveEditor', { showId }, { as: ann }),
    readShow: (showId: number) => gateway.request('getShow', { showId }),
    /** The versions of the setlist's topic and of the show's. */
    readVersions: async (showId: number) => [
      await getTopicVersion(db, topics.setlist(showId)),
      await getTopicVersion(db, topics.show(showId)),
    ],
  }
}
