import { NOTEBOOK_COUNT, songEndpoints } from '@called-it/shared/contract/songs'
import { dealKickstart, isDraftEmpty } from '@called-it/shared/game/draft'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { useSite } from '../../../lib/api/site.ts'
import { songsQuery } from '../../../lib/songs/songs.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { canEditDraft, useDraftStore } from './draft-store.ts'
import { NEW_DRAFT, type PickedSong } from './show-draft.ts'

const TOAST_MS = 3000

type KickstartButtonProps = { showId: number; disabled: boolean; onBusy: (isBusy: boolean) => void }

export function KickstartButton({ showId, disabled, onBusy }: KickstartButtonProps) {
  const site = useSite().data
  const queryClient = useQueryClient()
  const change = useDraftStore((store) => store.change)
  const kickstart = useMutation({
    mutationFn: async (slug: string) => {
      const [drawn, catalogue] = await Promise.all([
        request(songEndpoints.drawNotebookSongs, {
          params: { notebook: `${slug}-notebook` },
          query: { count: NOTEBOOK_COUNT.kickstart, show: String(showId) },
        }),
        queryClient.ensureQueryData(songsQuery),
      ])
      const byName = new Map(catalogue.map((song) => [song.name.toLowerCase(), song]))
      const songs = drawn.songs.flatMap(({ name, set }) => {
        const song = byName.get(name.toLowerCase())
        return song ? [{ id: song.id, name: song.name, usualSet: set }] : []
      })
      const dealt = dealKickstart<PickedSong & { usualSet: (typeof songs)[number]['usualSet'] }>(songs)
      if (!dealt) throw new Error('the notebook has too few songs for a kickstart')
      return dealt
    },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (dealt) => {
      // Songs may have been picked meanwhile.
      const { drafts } = useDraftStore.getState()
      if (!canEditDraft(showId) || !isDraftEmpty((drafts[showId] ?? NEW_DRAFT).slots)) return
      change(showId, () => dealt)
      toast({ title: site?.texts.kickstartMessage ?? t('pick.kick-done'), durationMs: TOAST_MS })
    },
    onError: () => toastFailure(t('pick.kick-failed'), t('pick.kick-error')),
  })
  if (!site) return null
  return (
    <Button
      busy={kickstart.isPending}
      busyText={t('pick.kick-busy')}
      disabled={disabled}
      onClick={() => kickstart.mutate(site.songwriter.slug)}
    >
      {site.texts.kickstartLabel}
    </Button>
  )
}
