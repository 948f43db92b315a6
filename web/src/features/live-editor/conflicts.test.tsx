import type { LiveEditor, SourceReading } from '@called-it/shared/contract/live-editing'
import {
  button,
  desk,
  openLiveEditor,
  operator,
  playedBefore,
  resetDesk,
  rows,
  tile,
} from '@called-it/tests/support/web/live-editor.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliver } from '../../lib/events/deliver.ts'

beforeEach(resetDesk)

const NOTHING_LISTED: SourceReading['setlist'] = {
  found: true,
  excluded: false,
  exclusionReason: null,
  set1: [],
  set2: [],
  encore: [],
  further: [],
  notes: null,
}

describe('live editor of two operators', () => {
  const conflict: LiveEditor['conflicts'][number] = {
    opId: '0d6f3c0e-3f9a-4c3b-8f0a-6d6f3c0e3f9a',
    operation: { op: 'song', song: 1 },
    songName: 'Song 1',
    by: operator.display_name,
    at: '2031-03-05T23:30:00Z',
    against: null,
  }
  const end = { operation: { op: 'set' }, songName: null, by: 'Tess' } as const

  test.each([
    ['add it', operator.display_name, end, /^you tapped Song 1 at .*, but Tess ended the set/, 'apply'],
    ['drop it', 'Tess', null, /^Tess tapped Song 1 at .*, but the setlist had changed/, 'drop'],
  ])('settles a conflict: %s', async (label, by, against, words, decision) => {
    playedBefore(3)
    desk.editor = { ...desk.editor, conflicts: [{ ...conflict, by, against }] }
    const { user: hand } = openLiveEditor()
    expect(await screen.findByText(words)).toBeDefined()
    await hand.click(button(label))
    await waitFor(() => expect(desk.settled).toEqual([[conflict.opId, { decision }]]))
    await waitFor(() => expect(screen.queryByText(words)).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test('shows what others enter as soon as it is stored, and who they are', async () => {
    openLiveEditor()
    await screen.findByText('editing: you')
    playedBefore(3)
    act(() => deliver('setlist:changed', { topic: 'setlist:5', showId: 5, from: 1, to: 2 }))
    expect(screen.queryByText('editing: you and Tess')).toBeNull()
    desk.editor = { ...desk.editor, version: 2 }
    act(() => deliver('setlist:changed', { topic: 'setlist:5', showId: 5, from: 1, to: 2 }))
    expect(await screen.findByText('editing: you and Tess')).toBeDefined()
    expect(rows()).toEqual(['1 Song 3 Tess'])
  })

  test('shows a tap that became a conflict no longer as played', async () => {
    desk.responses = ['conflict']
    const { user: hand } = openLiveEditor()
    await hand.click(await tile('Song 1'))
    await waitFor(() => expect(rows()).toEqual([]))
  })

  test("compares the source's setlist, which admins take", async () => {
    desk.user = { ...operator, is_admin: true }
    playedBefore(3, 4)
    const song = (id: number) => ({ id, name: `Song ${id}` })
    const setlist = { ...NOTHING_LISTED, set1: [song(3), song(6)] }
    desk.editor = {
      ...desk.editor,
      source: { setlist, readAt: '2031-03-05T23:30:00Z', isAway: true, differs: true },
    }
    const { user: hand } = openLiveEditor()
    expect(await screen.findByText(/^source away since/)).toBeDefined()
    await hand.click(button('the source differs'))
    const theirs = await screen.findByRole('list', { name: "Set 1, the source's" })
    expect(within(theirs).getByLabelText('differs').closest('li')?.textContent).toContain('Song 6')
    await hand.click(button("take the source's setlist"))
    await waitFor(() => expect(screen.queryByText(/^source away since/)).toBeNull())
  })

  test('closes the comparison for good when the source lists the same', async () => {
    playedBefore(3)
    const setlist = { ...NOTHING_LISTED, set1: [{ id: 6, name: 'Song 6' }] }
    const differs = { setlist, readAt: '2031-03-05T23:30:00Z', isAway: false, differs: true }
    const show = async (source: LiveEditor['source']) => {
      const version = desk.editor.version + 1
      desk.editor = { ...desk.editor, source, version }
      const event = { topic: 'setlist:5', showId: 5, from: version - 1, to: version }
      await act(async () => deliver('setlist:changed', event))
    }
    const { user: hand } = openLiveEditor()
    await screen.findByText(/^editing: you/)
    await show(differs)
    await hand.click(await screen.findByRole('button', { name: 'the source differs' }))
    await show({ ...differs, differs: false })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await show(differs)
    expect(await screen.findByRole('button', { name: 'the source differs' })).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
