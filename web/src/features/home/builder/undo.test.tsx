import { addSong, emptyDraft, moveSong } from '@called-it/shared/game/draft'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { addToActiveSlot, emptySlot, setActiveSlot } from './active-slot.ts'
import { useDraftStore } from './draft-store.ts'
import type { PickedSong } from './show-draft.ts'

const SHOW = 7
const FIRST = { set: 'set1', position: 1 } as const
const song = (id: number): PickedSong => ({ id, name: `song ${id}` })
const set1 = () => (useDraftStore.getState().drafts[SHOW]?.slots.set1 ?? []).map((picked) => picked?.id ?? 0)
const { adopt, change, setClosing } = useDraftStore.getState()
const undo = () => screen.queryByRole('button', { name: 'undo' })?.closest('[data-state="open"]') ?? null

beforeEach(() => {
  clearUserData()
  useDraftStore.setState({ closesAt: {} })
  adopt(SHOW, null)
  change(SHOW, () => [1, 2].reduce((slots, id) => addSong(slots, 'set1', song(id)), emptyDraft<PickedSong>()))
})

describe('builder: undo', () => {
  test('puts a removed song back into its slot', async () => {
    const { user } = renderPage(null)
    act(() => emptySlot(SHOW, FIRST))
    expect(set1().slice(0, 3)).toEqual([0, 2, 0])
    await user.click(screen.getByRole('button', { name: 'undo' }))
    expect(set1().slice(0, 3)).toEqual([1, 2, 0])
    expect(undo()).toBeNull()
  })

  test('puts a replaced song back', async () => {
    const { user } = renderPage(null)
    act(() => setActiveSlot(SHOW, FIRST))
    act(() => addToActiveSlot(SHOW, song(3)))
    expect(set1().slice(0, 3)).toEqual([3, 2, 0])
    expect(screen.getByText('song 1 replaced')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'undo' }))
    expect(set1().slice(0, 3)).toEqual([1, 2, 0])
  })

  test('changes nothing once picks are closed', async () => {
    const { user } = renderPage(null)
    act(() => emptySlot(SHOW, FIRST))
    act(() => setClosing(SHOW, 0))
    await user.click(screen.getByRole('button', { name: 'undo' }))
    expect(set1().slice(0, 3)).toEqual([0, 2, 0])
  })

  test('ends with the next change', () => {
    renderPage(null)
    act(() => emptySlot(SHOW, FIRST))
    expect(undo()).not.toBeNull()
    act(() => change(SHOW, (slots) => moveSong(slots, 'set1', 2, 1)))
    expect(undo()).toBeNull()
  })
})
