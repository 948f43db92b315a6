import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import type { Song } from '@called-it/shared/contract/songs'
import { countSongs, listSets } from '@called-it/shared/game/arranged-sets'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { ListPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { hasCode, request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { lazyExport } from '../../../lib/lazy-export.tsx'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { RunProgress } from '../../../ui/progress.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextArea } from '../../../ui/text-area.tsx'
import { ScoreButtons } from '../score-buttons.tsx'
import { OpenPicksNotice } from '../show-lock/open-picks-notice.tsx'
import { failureOf, ShowStatus } from '../show-status.tsx'
import { useShowScoring } from '../use-show-scoring.ts'
import { DifferenceList } from './difference-list.tsx'
import {
  addNextSet,
  addSong,
  type EditableSetlist,
  editableSetlistOf,
  toHandSetlist,
} from './editable-setlist.ts'
import { ProposalNotice } from './proposal-notice.tsx'
import { ScorePreview } from './score-preview.tsx'
import { SetEditor } from './set-editor.tsx'
import { type SetlistDraft, useSetlistDraft } from './setlist-drafts.ts'
import styles from './setlist-editor.module.css'
import { SongSearch } from './song-search.tsx'
import { SourceColumn } from './source-column.tsx'
import { toastStoredSetlist } from './toast-stored-setlist.ts'

// What has forms, which weigh 14 kB.
const LockCard = lazyExport(() => import('../show-lock/lock-card.tsx'))
const ShowDialog = lazyExport(() => import('../show-dialog.tsx'))

type SetlistEditorProps = { show: AdminShow; current: CurrentSetlist | null; songs: readonly Song[] }

export function SetlistEditor({ show, current, songs }: SetlistEditorProps) {
  const draft = useSetlistDraft(show.id, current)
  const [target, setTarget] = useState('set1')
  const [editsShow, setEditsShow] = useState(false)
  const runs = useRuns().data?.runs
  const saving = useSaveSetlist(show, draft)
  const save = useOneAtATime(saving.mutate)
  const sets = listSets(draft.setlist).map(({ set }) => set)
  const addTo = sets.includes(target) ? target : 'set1'
  const scoring = useShowScoring(show, runs)
  const { scoringRun } = scoring
  const failure = failureOf(scoringRun)

  return (
    <>
      <header className={clsx(styles.head, 'spread')}>
        <div>
          <ButtonLink variant="quiet" className={styles.back} to={paths.tourScoring(show.tour_id)}>
            {t('setlist.back')}
          </ButtonLink>
          <div className={clsx(styles.title, 'row wraps')}>
            <h1>{show.venue}</h1>
            <ShowStatus show={show} status={scoring.status} />
          </div>
          <p className="soft">
            {longDate(show.showdate)} · {show.location}
          </p>
        </div>
        <div className="buttons">
          <Button variant="quiet" onClick={() => setEditsShow(true)}>
            {t('setlist.edit-show')}
          </Button>
          <ScoreButtons show={show} scoring={scoring} />
        </div>
      </header>
      {scoringRun && isOpenRun(scoringRun) && <RunProgress run={scoringRun} />}
      {failure && (
        <Notice tone="danger" role="status">
          {failure}
        </Notice>
      )}
      {show.excluded && (
        <Notice tone="danger" title={t('setlist.excluded')}>
          {show.exclusion_reason}
        </Notice>
      )}
      {show.vanished && (
        <Notice tone="warning" title={t('setlist.vanished')}>
          {t('setlist.vanish-hint')}
        </Notice>
      )}
      <OpenPicksNotice show={show} hasSetlist={current !== null} />
      <ProposalNotice show={show} current={current} />
      {draft.isOutdated && (
        <Notice
          tone="warning"
          role="status"
          title={t('setlist.outdated', { revision: current?.revision ?? 0 })}
          action={
            <div className="buttons">
              <Button onClick={draft.keep}>{t('setlist.keep-mine')}</Button>
              <Button variant="quiet" onClick={draft.discard}>
                {t('setlist.take-theirs')}
              </Button>
            </div>
          }
        >
          {t('setlist.see-changes')}
        </Notice>
      )}

      <div className={clsx(styles.columns, 'cards')}>
        <Card
          heading={t('setlist.heading')}
          note={describeOrigin(current)}
          aside={draft.isChanged ? <Badge>{t('setlist.unsaved')}</Badge> : null}
        >
          <SetEditor setlist={draft.setlist} onChange={draft.change} />
          <div className="buttons">
            <Button variant="quiet" onClick={() => draft.change(addNextSet)}>
              <ListPlus aria-hidden /> {t('setlist.add-set')}
            </Button>
            {draft.isChanged && (
              <Button variant="quiet" onClick={draft.discard}>
                {t('setlist.discard')}
              </Button>
            )}
          </div>
          <Field label={t('setlist.notes')}>
            {(wiring) => (
              <TextArea
                rows={3}
                value={draft.setlist.notes}
                onChange={(event) => draft.change((held) => ({ ...held, notes: event.target.value }))}
                {...wiring}
              />
            )}
          </Field>
          <div className={clsx(styles.bar, 'stack-2')}>
            <SongSearch
              songs={songs}
              sets={sets}
              target={addTo}
              onTarget={setTarget}
              onAdd={(song) => draft.change((held) => addSong(held, addTo, song))}
            />
            <Button
              variant="main"
              busy={saving.isPending}
              busyText={t('setlist.saving')}
              disabled={!draft.isChanged || draft.isOutdated || countSongs(draft.setlist) === 0}
              onClick={() => save(draft.setlist)}
            >
              {t('setlist.save')}
            </Button>
          </div>
        </Card>

        <SourceColumn show={show} setlist={draft.setlist} onChange={draft.change} />

        <div className="cards">
          <Card heading={t('setlist.changes')}>
            <DifferenceList before={editableSetlistOf(current)} after={draft.setlist} />
            <ScorePreview show={show} setlist={draft.setlist} />
          </Card>
          <Suspense fallback={<SkeletonBlocks count={3} height="44px" />}>
            <LockCard show={show} />
          </Suspense>
        </div>
      </div>
      {editsShow && (
        <Suspense>
          <ShowDialog show={show} tourId={null} onClose={() => setEditsShow(false)} />
        </Suspense>
      )}
    </>
  )
}

function describeOrigin(current: CurrentSetlist | null): string {
  if (!current) return t('setlist.none')
  return current.origin === 'hand' ? t('setlist.hand', current) : t('setlist.read', current)
}

function useSaveSetlist(
  show: AdminShow,
  draft: SetlistDraft,
): UseMutationResult<unknown, Error, EditableSetlist> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminSetlist(show.id)
  return useMutation({
    mutationFn: (setlist: EditableSetlist) =>
      request(setlistEndpoints.enterSetlist, {
        params: { showId: show.id },
        body: { ...toHandSetlist(setlist), basedOn: draft.basedOn },
      }),
    onSuccess: ({ setlist }) => {
      queryClient.setQueryData(queryKey, setlist)
      draft.discard()
      toastStoredSetlist(t('setlist.saved'), show)
    },
    onError: (error) => {
      if (hasCode(error, 'stale_version')) void queryClient.refetchQueries({ queryKey, exact: true })
      toastAdminFailure(t('setlist.not-saved'), error)
    },
  })
}
