import { describe, expect, test } from 'vitest'
import { announceDrags } from './drag-announcements.ts'

const slots = [
  { id: 'encore-0', position: 1, song: { id: 7, name: 'Low Tide' } },
  { id: 'encore-1', position: 2, song: null },
  { id: 'encore-2', position: 3, song: null },
]
const announce = announceDrags('encore', slots)
const at = (id: string) => ({
  id,
  data: { current: undefined },
  rect: { current: { initial: null, translated: null } },
})
const over = (id: string) => ({ ...at(id), disabled: false, rect: new DOMRect() })

describe('drag announcements', () => {
  test('names the song and the slots', () => {
    expect(announce.onDragStart({ active: at('encore-0') })).toBe(
      'Picked up Low Tide, over its own slot 1 of 3 in Encore.',
    )
    const moved = { active: at('encore-0'), over: { ...over('encore-2') } }
    expect(announce.onDragOver(moved)).toBe('Low Tide is over slot 3 of 3 in Encore.')
    expect(announce.onDragEnd(moved)).toBe('Dropped Low Tide on slot 3 of 3 in Encore.')
  })

  test('repeats the pick-up text over the own slot', () => {
    const start = { active: at('encore-0'), over: { ...over('encore-0') } }
    expect(announce.onDragOver(start)).toBe(announce.onDragStart({ active: at('encore-0') }))
  })

  test('announces no change after a cancel or a drop outside', () => {
    const nowhere = { active: at('encore-0'), over: null }
    expect(announce.onDragCancel(nowhere)).toBe('Low Tide is back where it was.')
    expect(announce.onDragEnd(nowhere)).toBe('Low Tide is back where it was.')
  })
})
