import { addSong, emptyDraft, removeSong } from '@called-it/shared/game/draft'
import { predictionOf } from '@called-it/tests/support/web/factories'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { useDraftStore } from './draft-store.ts'
import { draftOf, type PickedSong, type ShowDraft } from './show-draft.ts'

const SHOW = 7
const song = (id: number): PickedSong => ({ id, name: `song ${id}` })
const store = () => useDraftStore.getState()
const draft = () => store().drafts[SHOW]

const saved = (version: number, ...ids: number[]) =>
  predictionOf(SHOW, { version, setlist: { ...emptyDraft<PickedSong>(), set1: ids.map(song) } })

beforeEach(() => {
  store().adopt(SHOW, null)
})

describe('builder: draft store', () => {
  test('adopts a saved prediction, unless the draft has changes', () => {
    store().adopt(SHOW, saved(3, 11))
    expect(draft()).toEqual(draftOf(saved(3, 11)))
    store().change(SHOW, (slots) => removeSong(slots, 'set1', 1))
    store().adopt(SHOW, saved(4, 12))
    expect(draft()?.slots.set1[0]).toBeNull()
    expect(draft()).toMatchObject({ basedOn: 3, changed: true })
  })

  test('makes no draft before the saved picks are adopted', () => {
    store().discard(SHOW)
    store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
    store().confirm(SHOW, emptyDraft<PickedSong>(), saved(1, 11))
    store().queue(SHOW)
    expect(draft()).toBeUndefined()
  })

  test('ignores a change without effect', () => {
    store().adopt(SHOW, saved(3, 11))
    store().change(SHOW, (slots) => removeSong(slots, 'set2', 1))
    expect(draft()?.changed).toBe(false)
  })

  test('keeps songs that were added during a save as unsaved', () => {
    store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
    const sent = draft()?.slots ?? emptyDraft<PickedSong>()
    store().confirm(SHOW, sent, saved(1, 11))
    expect(draft()).toMatchObject({ basedOn: 1, changed: false })

    store().change(SHOW, (slots) => addSong(slots, 'set1', song(12)))
    store().confirm(SHOW, sent, saved(2, 11))
    expect(draft()).toMatchObject({ basedOn: 2, changed: true })
    expect(draft()?.slots.set1[1]).toEqual(song(12))
  })

  test('keeps one draft per show', () => {
    store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
    expect(store().drafts[SHOW + 1]).toBeUndefined()
    store().discard(SHOW)
    expect(draft()).toBeUndefined()
  })

  test('stores drafts on the device until the user leaves', () => {
    store().change(SHOW, (slots) => addSong(slots, 'set1', song(11)))
    expect(JSON.stringify({ ...localStorage })).toContain('song 11')
    clearUserData()
    expect(store().drafts).toEqual({})
    expect(JSON.stringify({ ...localStorage })).not.toContain('song 11')
  })
})

describe('builder: drafts in two tabs', () => {
  const OTHER_SHOW = SHOW + 1
  const key = () => Object.keys(localStorage).find((name) => name.endsWith('drafts')) ?? ''
  const stored = (): { state: { drafts: Record<string, ShowDraft> } } =>
    JSON.parse(localStorage.getItem(key()) ?? '')
  const inOtherTab = (change: (drafts: Record<string, ShowDraft>) => void) => {
    const value = stored()
    change(value.state.drafts)
    localStorage.setItem(key(), JSON.stringify(value))
  }
  const picked = (id: number): ShowDraft => ({
    ...draftOf(null),
    slots: addSong(emptyDraft<PickedSong>(), 'set1', song(id)),
    changed: true,
  })

  beforeEach(() => store().change(SHOW, (slots) => addSong(slots, 'set1', song(11))))

  test('writes the drafts of its own tab only', () => {
    inOtherTab((drafts) => {
      drafts[OTHER_SHOW] = picked(12)
    })
    store().change(SHOW, (slots) => addSong(slots, 'set1', song(13)))
    expect(stored().state.drafts[OTHER_SHOW]).toEqual(picked(12))
    expect(stored().state.drafts[SHOW]?.slots.set1[1]).toEqual(song(13))
    store().discard(SHOW)
    expect(Object.keys(stored().state.drafts)).toEqual([String(OTHER_SHOW)])
  })

  test('keeps unsaved picks when the storage has others', async () => {
    inOtherTab((drafts) => {
      drafts[SHOW] = picked(12)
      drafts[OTHER_SHOW] = picked(13)
    })
    await useDraftStore.persist.rehydrate()
    expect(draft()?.slots.set1[0]).toEqual(song(11))
    expect(store().drafts[OTHER_SHOW]).toEqual(picked(13))
  })

  test('marks a draft as saved after another tab has sent it', async () => {
    store().queue(SHOW)
    inOtherTab((drafts) => {
      drafts[SHOW] = { ...picked(11), basedOn: 1, changed: false }
    })
    await useDraftStore.persist.rehydrate()
    expect(draft()).toMatchObject({ queued: false, changed: false, basedOn: 1 })
  })
})
