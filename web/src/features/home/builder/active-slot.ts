import { fillSlot, nextEmptySlot, removeSong, type SlotPlace, songAt } from '@called-it/shared/game/draft'
import { countPicks, SET_SIZES } from '@called-it/shared/game/setlist'
import { create } from 'zustand'
import { onUserLeave } from '../../../lib/account/user-storage.ts'
import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { canEditDraft, useDraftStore, useOfDraft, useShowDraft } from './draft-store.ts'
import { scrollToSet } from './scroll-to-set.ts'
import { NEW_DRAFT, type PickedSong, type ShowDraft } from './show-draft.ts'
import { offerUndo } from './undo.ts'

/** `songId` is what the slot had when it was chosen. */
type Chosen = SlotPlace & { readonly songId: number | null }

type ActiveSlots = {
  readonly chosen: Readonly<Record<number, Chosen>>
  /** What screen readers announce. */
  readonly announced: string
  /** The show whose picks were saved last, until a slot is chosen. */
  readonly saved: number | null
  /** The song that a newcomer picked before signing up, while it is the only one. */
  readonly kept: { readonly showId: number; readonly slot: SlotPlace } | null
}

const NOTHING: ActiveSlots = { chosen: {}, announced: '', saved: null, kept: null }

const useActiveSlots = create<ActiveSlots>(() => NOTHING)

onUserLeave(() => useActiveSlots.setState(NOTHING))

/**
 * The slot that the next song goes to: the chosen one until another song fills it, then the next empty one. Null when the
 * card is full.
 */
export function useActiveSlot(showId: number | null): SlotPlace | null {
  const { slots } = useShowDraft(showId)
  const chosen = useActiveSlots((store) => (showId === null ? undefined : store.chosen[showId]))
  return showId === null ? null : findActive(slots, chosen)
}

function findActive(slots: ShowDraft['slots'], chosen: Chosen | undefined): SlotPlace | null {
  if (!chosen) return nextEmptySlot(slots)
  const { set, position, songId } = chosen
  const song = songAt(slots, chosen)
  return song === null || song.id === songId ? { set, position } : nextEmptySlot(slots, chosen)
}

export function setActiveSlot(showId: number, slot: SlotPlace): void {
  choose(showId, slot)
  forgetSaved()
  const song = songAt(slotsOf(showId), slot)
  const place = placeInWords(slot)
  announce(song ? t('pick.next-instead', { place, song: song.name }) : t('pick.next-to', { place }))
}

/** Fills the active slot, and makes the next empty one active. A full card stays as it is. */
export function addToActiveSlot(showId: number, song: PickedSong): void {
  if (!canEditDraft(showId)) return
  const before = slotsOf(showId)
  const slot = findActive(before, useActiveSlots.getState().chosen[showId])
  if (!slot) {
    toast({ title: t('pick.full'), description: t('pick.full-hint') })
    return
  }
  const { id, name } = song
  useDraftStore.getState().change(showId, (slots) => fillSlot(slots, slot, { id, name }))
  const next = nextEmptySlot(slotsOf(showId), slot)
  choose(showId, next)
  if (next) scrollToSet(next.set, next.position)
  const replaced = songAt(before, slot)
  const place = placeInWords(slot)
  announce(
    next
      ? t('pick.in-next', { song: name, place, next: placeInWords(next) })
      : t('pick.in-full', { song: name, place }),
  )
  if (!replaced || replaced.id === id) return
  const altText = t('pick.undo-replace', { song: name, before: replaced.name })
  offerUndo(showId, t('pick.replaced', { song: replaced.name }), altText, (slots) =>
    fillSlot(slots, slot, replaced),
  )
}

/** Empties a slot, which the next song then goes to. */
export function emptySlot(showId: number, slot: SlotPlace): void {
  const song = songAt(slotsOf(showId), slot)
  if (!song || !canEditDraft(showId)) return
  useDraftStore.getState().change(showId, (slots) => removeSong(slots, slot.set, slot.position))
  choose(showId, slot)
  const named = { song: song.name }
  offerUndo(showId, t('pick.removed', named), t('pick.put-back', named), (slots) =>
    fillSlot(slots, slot, song),
  )
}

/** True from a save of the picks until they are changed or one of their slots is chosen. */
export function useHasJustSaved(showId: number | null): boolean {
  const isSaved = useOfDraft(showId, ({ changed, savedAt }) => savedAt !== null && !changed)
  return useActiveSlots(({ saved }) => saved !== null && saved === showId) && isSaved
}

export function noteSaved(showId: number): void {
  useActiveSlots.setState({ saved: showId })
}

export function forgetSaved(): void {
  useActiveSlots.setState({ saved: null })
}

export function noteKeptPick(showId: number, slot: SlotPlace): void {
  useActiveSlots.setState({ kept: { showId, slot } })
}

/** Its slot; null once a second song is picked. */
export function useKeptPick(showId: number): SlotPlace | null {
  const { slots } = useShowDraft(showId)
  const kept = useActiveSlots((store) => store.kept)
  return kept?.showId === showId && countPicks(slots) === 1 ? kept.slot : null
}

/** The text of the live region. */
export function useAnnouncement(): string {
  return useActiveSlots((store) => store.announced)
}

/** What the slot is for; null for those between. */
export function roleOf({ set, position }: SlotPlace): 'opener' | 'closer' | 'encore' | null {
  if (set === 'encore') return 'encore'
  if (position === 1) return 'opener'
  return position === SET_SIZES[set] ? 'closer' : null
}

function slotsOf(showId: number): ShowDraft['slots'] {
  return (useDraftStore.getState().drafts[showId] ?? NEW_DRAFT).slots
}

function choose(showId: number, slot: SlotPlace | null): void {
  useActiveSlots.setState(({ chosen: { [showId]: _last, ...chosen } }) => {
    if (!slot) return { chosen }
    const songId = songAt(slotsOf(showId), slot)?.id ?? null
    return { chosen: { ...chosen, [showId]: { ...slot, songId } } }
  })
}

function announce(announced: string): void {
  useActiveSlots.setState({ announced })
}

/** As in `slot 3 of 8 in Set 1`, inside a sentence. */
export function placeInWords({ set, position }: SlotPlace): string {
  return t('pick.place', { slot: position, size: SET_SIZES[set], set })
}
