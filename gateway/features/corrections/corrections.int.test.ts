import { changeAndPublish } from '@called-it/infra/events/change'
import type { AnnouncementsTable } from '@called-it/infra/postgres/schema/announcements'
import { topics } from '@called-it/shared/contract/events'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeAnnouncement } from '@called-it/tests/support/factories/notifications'
import { makeScoredShow } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import type { Insertable } from 'kysely'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile({ config: { cachesResponses: true } })
const { db } = gateway.postgres

const get = (showId: number) => gateway.send('GET', `/api/shows/${showId}/corrections`)
const list = async (showId: number) => (await gateway.request('listCorrections', { showId })).corrections

const moved = {
  id: 7,
  name: 'Ghost',
  before: [{ set: 'set1', position: 1, special: 'opens' }],
  after: [{ set: 'set2', position: 4, special: null }],
  countsAs: null,
} as const
const content = { source: 'hand', songs: [moved], raised: 3, lowered: 1 } as const

const makeCorrection = (show_id: number, given: Partial<Insertable<AnnouncementsTable>> = {}) =>
  makeAnnouncement(db, { kind: 'score-corrected', show_id, payload: JSON.stringify(content), ...given })

describe('corrections of a show', () => {
  test('lists to visitors what fans were told, newest first', async () => {
    const { id: showId } = await makeScoredShow(db)
    await makeCorrection(showId, { kind: 'final-score', payload: '{}' })
    await makeCorrection(showId, { payload: JSON.stringify({ ...content, source: 'source' }) })
    await makeCorrection(showId)
    await makeCorrection(showId, { payload: '{}', sent_at: null })
    await makeCorrection((await makeScoredShow(db)).id)

    expect(await list(showId)).toEqual([
      { ...content, at: expect.any(String) },
      { ...content, source: 'source', at: expect.any(String) },
    ])
  })

  test('lists none of a show that was scored once', async () => {
    expect(await list((await makeScoredShow(db)).id)).toEqual([])
  })

  test('returns 409 while picks are secret', async () => {
    const { id } = await makeShow(db)
    await makeCorrection(id)
    expect(await get(id)).toMatchObject(refusal(409, 'picks_open'))
  })

  test("reads them again after a step of the show's topic", async () => {
    let showId = 0
    const listAfterRead = async () => {
      showId = (await makeScoredShow(db)).id
      expect(await list(showId)).toEqual([])
      await makeCorrection(showId)
      return list(showId)
    }
    // Nothing is kept in the moments in which the gateway does not receive events.
    await expect.poll(listAfterRead).toEqual([])
    const { publisher } = gateway.parts
    await changeAndPublish(db, publisher, async (_, changed) => void changed.add(topics.show(showId)))
    await expect.poll(() => list(showId)).toHaveLength(1)
  })
})
