import { addSong, emptyDraft, removeSong } from '@called-it/shared/game/draft'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { addToActiveSlot, roleOf, setActiveSlot, useActiveSlot, useAnnouncement } from './active-slot.ts'
import { useDraftStore } from './draft-store.ts'
import type { PickedSong } from './show-draft.ts'

const SHOW = 7
const song = (id: number): PickedSong => ({ id, name: `song ${id}` })
const slots = () => useDraftStore.getState().drafts[SHOW]?.slots ?? emptyDraft<PickedSong>()
const change = useDraftStore.getState().change
const render = () => renderHook(() => ({ active: useActiveSlot(SHOW), announced: useAnnouncement() })).result

beforeEach(() => {
  clearUserData()
  useDraftStore.setState({ closesAt: {} })
  useDraftStore.getState().adopt(SHOW, null)
})

describe('builder: active slot', () => {
  test('fills 19 slots in order, and then none', () => {
    const shown = render()
    for (let id = 1; id <= 20; id += 1) act(() => addToActiveSlot(SHOW, song(id)))
    const ids = [...slots().set1, ...slots().set2, ...slots().encore].map((picked) => picked?.id)
    expect(ids).toEqual(Array.from({ length: 19 }, (_, index) => index + 1))
    expect(shown.current.active).toBeNull()
    expect(shown.current.announced).toBe('song 19 is in slot 3 of 3 in Encore. All slots are filled.')
  })

  test('fills the chosen slot and moves on behind it', () => {
    const shown = render()
    act(() => setActiveSlot(SHOW, { set: 'set1', position: 8 }))
    expect(shown.current.announced).toBe('The next song goes to slot 8 of 8 in Set 1.')
    act(() => addToActiveSlot(SHOW, song(1)))
    expect(slots().set1[7]).toEqual(song(1))
    expect(shown.current.active).toEqual({ set: 'set2', position: 1 })
    expect(shown.current.announced).toBe('song 1 is in slot 8 of 8 in Set 1. Next: slot 1 of 8 in Set 2.')
  })

  test('replaces the song of a filled slot that is chosen', () => {
    change(SHOW, (held) => addSong(held, 'set1', song(1)))
    const shown = render()
    act(() => setActiveSlot(SHOW, { set: 'set1', position: 1 }))
    expect(shown.current.active).toEqual({ set: 'set1', position: 1 })
    act(() => addToActiveSlot(SHOW, song(2)))
    expect(slots().set1[0]).toEqual(song(2))
    expect(shown.current.active).toEqual({ set: 'set1', position: 2 })
  })

  test('moves on from a slot that is filled otherwise, returns to an emptied one', () => {
    const shown = render()
    act(() => setActiveSlot(SHOW, { set: 'set2', position: 1 }))
    act(() => change(SHOW, (held) => addSong(held, 'set2', song(1))))
    expect(shown.current.active).toEqual({ set: 'set2', position: 2 })
    act(() => change(SHOW, (held) => removeSong(held, 'set2', 1)))
    expect(shown.current.active).toEqual({ set: 'set2', position: 1 })
  })

  test('takes no song before the saved picks are known, nor once picks are closed', () => {
    useDraftStore.getState().discard(SHOW)
    const shown = render()
    act(() => addToActiveSlot(SHOW, song(1)))
    expect(useDraftStore.getState().drafts[SHOW]).toBeUndefined()
    useDraftStore.getState().adopt(SHOW, null)
    useDraftStore.getState().setClosing(SHOW, Date.now() - 1_000)
    act(() => addToActiveSlot(SHOW, song(1)))
    expect(slots()).toEqual(emptyDraft())
    expect(shown.current.announced).toBe('')
  })

  test.each([
    ['set1', 1, 'opener'],
    ['set2', 8, 'closer'],
    ['set2', 3, null],
    ['encore', 3, 'encore'],
  ] as const)('names the role of slot %s %d', (set, position, role) => {
    expect(roleOf({ set, position })).toBe(role)
  })
})
