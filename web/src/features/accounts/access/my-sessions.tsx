import { accessEndpoints, type ListedSession } from '@called-it/shared/contract/access'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { toast } from '../../../ui/toast.ts'

const { listSessions, endSession, endOtherSessions } = accessEndpoints

const HOUR_MS = 3_600_000

export function useSessions() {
  return useQuery({
    queryKey: queryKeys.sessions,
    queryFn: async ({ signal }) => (await request(listSessions, { signal })).sessions,
    refetchOnMount: 'always',
  })
}

export function MySessions({ query }: { query: ReturnType<typeof useSessions> }) {
  const { data, isError, refetch } = query
  return (
    <Card heading={t('access.title')} headingLevel={1} note={data?.length}>
      {data ? (
        <ul className="stack-3 apart">
          {data.map((session) => (
            <SessionRow key={session.key} session={session} />
          ))}
        </ul>
      ) : (
        <NotLoaded what={t('access.sessions')} query={{ isError, refetch }} blocks={[2, '64px']} />
      )}
      {data && data.length > 1 && <EndOthers />}
    </Card>
  )
}

function SessionRow({ session }: { session: ListedSession }) {
  const { key, logged_in_at, used_at, is_current } = session
  const device = nameOf(session)
  const time = formatInstant(logged_in_at)
  const ending = useEnding(() => request(endSession, { params: { key } }))
  const isUsedLately = is_current || Date.now() - Date.parse(used_at) < HOUR_MS
  return (
    <li ref={passFocusOn} className="spread">
      <div className="stack anywhere">
        <strong>{device}</strong>
        <span className="soft small">
          {t('access.since', { time })} ·{' '}
          {isUsedLately ? t('access.lately') : t('access.used', { time: formatInstant(used_at) })}
        </span>
      </div>
      {is_current ? (
        <Badge>{t('access.here')}</Badge>
      ) : (
        <Button
          aria-label={t('access.end-named', { device, time })}
          busy={ending.isPending}
          onClick={() => ending.mutate()}
        >
          {t('access.end')}
        </Button>
      )}
    </li>
  )
}

function nameOf({ browser, system }: ListedSession): string {
  if (browser && system) return t('access.device', { browser, system })
  return browser ?? system ?? t('access.unknown')
}

function EndOthers() {
  const [isAsking, setIsAsking] = useState(false)
  const ending = useEnding(() => request(endOtherSessions))
  return (
    <div className="buttons apart">
      <Button onClick={() => setIsAsking(true)}>{t('access.end-others')}</Button>
      <AlertDialog
        title={t('access.end-ask')}
        description={t('access.end-what')}
        confirmLabel={t('access.end-others')}
        busyText={t('access.ending')}
        busy={ending.isPending}
        onConfirm={() => ending.mutate(undefined, { onSettled: () => setIsAsking(false) })}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </div>
  )
}

function useEnding(end: () => Promise<{ sessions: ListedSession[] }>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: ({ sessions }) => {
      queryClient.setQueryData(queryKeys.sessions, sessions)
      toast({ title: t('access.ended') })
      // Devices end with their sessions.
      void queryClient.invalidateQueries({ queryKey: queryKeys.notificationSettings })
    },
    onError: (error) => {
      toastRequestFailure(t('access.not-ended'), error)
      // Another tab may have ended it.
      void queryClient.invalidateQueries({ queryKey: queryKeys.sessions })
    },
  })
}
