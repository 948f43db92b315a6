import type { Prediction } from '@called-it/shared/contract/predictions'
import { addSong, emptyDraft, removeSong } from '@called-it/shared/game/draft'
import { beforeEach, expect, test } from 'vitest'
import { forgetFan } from '../../../lib/fan-data.ts'
import { draftOf, type PickedSong, useDraftStore } from './draft-store.ts'

const SHOW = 7
const song = (id: number): PickedSong => ({ id, name: `song ${id}` })
const store = () => useDraftStore.getState()
const draft = () => store().drafts[SHOW]

const saved = (version: number, ...ids: number[]): Prediction => ({
  id: 1,
  user_id: 1,
  show_id: SHOW,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  score: null,
  version,
  setlist: { ...emptyDraft<PickedSong>(), set1: ids.map(song) },
})

beforeEach(() => useDraftStore.setState({ drafts: {} }))

test('a saved prediction is adopted, unless the fan has changed something', () => {
  store().adopt(SHOW, saved(3, 11))
  expect(draft()).toEqual(draftOf(saved(3, 11)))
  store().change(SHOW, (slots) => removeSong(slots, 'set1', 1))
  store().adopt(SHOW, saved(4, 12))
  expect(draft()?.slots.set1[0]).toBeNull()
  expect(draft()).toMatchObject({ basedOn: 3, changed: true })
})

test('a change that changes nothing is none', () => {
  store().adopt(SHOW, saved(3, 11))
  store().change(SHOW, (slots) => removeSong(slots, 'set2', 1))
  expect(draft()?.changed).toBe(false)
})

test('a confirmed save is unchanged, unless a song came while it was on its way', () => {
  store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
  const sent = draft()?.slots ?? emptyDraft<PickedSong>()
  store().confirm(SHOW, sent, saved(1, 11))
  expect(draft()).toMatchObject({ basedOn: 1, changed: false })

  store().change(SHOW, (slots) => addSong(slots, 'set1', song(12)))
  store().confirm(SHOW, sent, saved(2, 11))
  expect(draft()).toMatchObject({ basedOn: 2, changed: true })
  expect(draft()?.slots.set1[1]).toEqual(song(12))
})

test('drafts are of one show each', () => {
  store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
  expect(store().drafts[SHOW + 1]).toBeUndefined()
  store().discard(SHOW)
  expect(draft()).toBeUndefined()
})

test('drafts are kept on the device and go with the fan', () => {
  store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
  expect(JSON.stringify({ ...localStorage })).toContain('song 11')
  forgetFan()
  expect(store().drafts).toEqual({})
  expect(JSON.stringify({ ...localStorage })).not.toContain('song 11')
})
