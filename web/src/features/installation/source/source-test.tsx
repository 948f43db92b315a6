import {
  installationSourceEndpoints,
  type ListedShow,
  type SourceFailure,
  type SourceName,
  type SourcePreview,
  type SourceTest as Test,
} from '@called-it/shared/contract/installation-source'
import type { PlainId } from '@called-it/shared/languages/translate'
import { useMutation } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

type Failure = NonNullable<Test['failure']>

type SourceTestProps = {
  name: SourceName
  /** Null: as it is stored. */
  source: string | null
  /** Whether everything is entered. */
  isReady: boolean
}

/** Asks the source before it is stored. */
export function SourceTest({ name, source, isReady }: SourceTestProps) {
  const testing = useMutation({
    mutationFn: () => request(installationSourceEndpoints.testSource, { body: { source } }),
    onError: (error) => toastAdminFailure(t('source.no-test'), error),
  })
  const { preview, failure } = testing.data ?? {}
  return (
    <>
      <div className="buttons">
        <Button
          busy={testing.isPending}
          busyText={t('source.testing')}
          disabled={!isReady}
          onClick={() => testing.mutate()}
        >
          {t('source.test')}
        </Button>
      </div>
      {preview && <Preview preview={preview} />}
      {failure && <SourceFailed failure={failure} name={name} />}
    </>
  )
}

export function SourceFailed({ failure, name }: { failure: Failure; name: SourceName }) {
  return (
    <Notice tone="danger" role="alert" title={t('source.not-works')}>
      <p>{failureInWords(failure, name)}</p>
      <p lang="en" className="soft small anywhere">
        {failure.message}
      </p>
    </Notice>
  )
}

function Preview({ preview: { shows, tours, songs, next, last } }: { preview: SourcePreview }) {
  return (
    <Notice tone="good" role="status" title={t('source.works')}>
      <p>
        {tours === null || songs === null
          ? t('source.count-shows', { shows })
          : t('source.counts', { shows, tours, songs })}
      </p>
      {next.length === 0 ? (
        <p>{t('source.no-next')}</p>
      ) : (
        <ul aria-label={t('source.next')} className="anywhere">
          {next.map((show, index) => (
            // A band may play twice a day at one venue.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            <li key={index}>{showInWords(show)}</li>
          ))}
        </ul>
      )}
      {last && <p className="soft anywhere">{t('source.last', { show: showInWords(last) })}</p>}
    </Notice>
  )
}

function showInWords({ date, venue, city }: ListedShow): string {
  const day = plainDate(date)
  return city === null ? t('source.show', { day, venue }) : t('source.show-in', { day, venue, city })
}

const WORDS = {
  unauthorized: 'source.bad-key',
  limited: 'source.limited',
  page: 'source.is-page',
  missing: 'source.missing',
  moved: 'source.moved',
  unreachable: 'source.away',
  timeout: 'source.timeout',
  'too-large': 'source.too-much',
  malformed: 'source.other-api',
  refused: 'source.declined',
} as const satisfies Record<SourceFailure, PlainId>

function failureInWords({ reason, retry_after }: Failure, name: SourceName): string {
  if (reason === 'limited' && retry_after !== null) {
    return t('source.limited-for', { minutes: Math.ceil(retry_after / 60) })
  }
  // It has no keys.
  if (reason === 'unauthorized' && name === 'songfish') return t('source.declined')
  return t(WORDS[reason])
}
