import { changeAndPublish } from '@called-it/infra/events/change'
import type { AnnouncementsTable } from '@called-it/infra/postgres/schema/announcements'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { topics } from '@called-it/shared/contract/events'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { PATIENT } from '@called-it/tests/support/patience'
import type { Insertable } from 'kysely'
import { refusal } from '@called-it/tests/support/gateway/refusal'
import { describe, expect, test, vi } from 'vitest'

const gateway = await gatewayOfFile({ config: { cachesResponses: true } })
const { db } = gateway.postgres

const get = (showId: number) => gateway.send('GET', `/api/shows/${showId}/corrections`)
const list = async (showId: number) =>
  endpoints.listCorrections.response.parse((await get(showId)).json).corrections

async function makeScoredShow(): Promise<number> {
  const show = await makeShow(db, { daysFromToday: -3 })
  await makeSetlist(db, show.id)
  await makeScores(db, show)
  return show.id
}

const moved = {
  id: 7,
  name: 'Ghost',
  before: [{ set: 'set1', position: 1, special: 'opens' }],
  after: [{ set: 'set2', position: 4, special: null }],
  countsAs: null,
} as const
const content = { source: 'hand', songs: [moved], raised: 3, lowered: 1 } as const

/** By default a correction that was announced. */
async function makeAnnouncement(
  showId: number,
  given: Partial<Insertable<AnnouncementsTable>>,
): Promise<void> {
  await db
    .insertInto('announcements')
    .values({
      kind: 'score-corrected',
      show_id: showId,
      payload: JSON.stringify(content),
      sent_at: new Date(),
      ...given,
    })
    .execute()
}

describe('corrections of a show', () => {
  test('lists to visitors what fans were told, newest first', async () => {
    const showId = await makeScoredShow()
    await makeAnnouncement(showId, { kind: 'final-score', payload: '{}' })
    await makeAnnouncement(showId, { payload: JSON.stringify({ ...content, source: 'source' }) })
    await makeAnnouncement(showId, {})
    await makeAnnouncement(showId, { payload: '{}', sent_at: null })
    await makeAnnouncement(await makeScoredShow(), {})

    expect(await list(showId)).toEqual([
      { ...content, at: expect.any(String) },
      { ...content, source: 'source', at: expect.any(String) },
    ])
  })

  test('lists none of a show that was scored once', async () => {
    expect(await list(await makeScoredShow())).toEqual([])
  })

  test('returns 409 while picks are secret', async () => {
    const { id } = await makeShow(db)
    await makeAnnouncement(id, {})
    expect(await get(id)).toMatchObject(refusal(409, 'picks_open'))
  })

  test("reads them again after a step of the show's topic", async () => {
    const showId = await makeScoredShow()
    expect(await list(showId)).toEqual([])
    await makeAnnouncement(showId, {})
    expect(await list(showId)).toEqual([])
    const { publisher } = gateway.parts
    await changeAndPublish(db, publisher, async (_, changed) => void changed.add(topics.show(showId)))
    await vi.waitFor(async () => expect(await list(showId)).toHaveLength(1), PATIENT)
  })
})
