import {
  type NotificationSettings,
  notificationSettingsEndpoints,
} from '@called-it/shared/contract/notification-settings'
import type { Channel } from '@called-it/shared/notifications/channels'
import type { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/kinds'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { t } from '../../../lib/words/texts.ts'

const { getNotificationSettings, setNotificationChoice, setNotificationTimes } = notificationSettingsEndpoints
const queryKey = queryKeys.notificationSettings

export type Kind = (typeof ANNOUNCEMENT_KINDS)[number]
export type Times = Pick<NotificationSettings, 'quiet_from' | 'quiet_until'> & { time_zone: string }
export type Choice = { kind: Kind; channel: Channel; is_on: boolean }

export function useSettings() {
  return useQuery({ queryKey, queryFn: ({ signal }) => request(getNotificationSettings, { signal }) })
}

/** Shown at once. On failure only these choices are undone. */
export function useSetChoices(): (choices: Choice[]) => void {
  const { show } = useHeldSettings()
  const save = useSaving({
    send: (choices: Choice[]) => request(setNotificationChoice, { body: { choices }, keepalive: true }),
    merge: (waiting, added) => [...waiting, ...added],
    undo: (failed) => {
      const undone = failed.toReversed().map((choice) => ({ ...choice, is_on: !choice.is_on }))
      void show((settings) => withChoices(settings, undone))
    },
  })
  return (choices) => {
    void show((settings) => withChoices(settings, choices))
    save(choices)
  }
}

export function useSetTimes(): (times: Times) => void {
  const { current, show } = useHeldSettings()
  const save = useSaving({
    send: ({ times }: { times: Times; before: NotificationSettings }) =>
      request(setNotificationTimes, { body: times, keepalive: true }),
    merge: ({ before }, { times }) => ({ times, before }),
    undo: ({ before: { time_zone, quiet_from, quiet_until } }, isLast) => {
      if (isLast) void show((settings) => ({ ...settings, time_zone, quiet_from, quiet_until }))
    },
  })
  return (times) => {
    const before = current()
    if (!before) return
    void show((settings) => ({ ...settings, ...times }))
    save({ times, before })
  }
}

function useHeldSettings() {
  const queryClient = useQueryClient()
  const current = () => queryClient.getQueryData<NotificationSettings>(queryKey)
  return {
    current,
    show: async (change: (settings: NotificationSettings) => NotificationSettings) => {
      await queryClient.cancelQueries({ queryKey })
      const settings = current()
      if (settings) queryClient.setQueryData(queryKey, change(settings))
    },
  }
}

type Saving<Change> = {
  send: (change: Change) => Promise<unknown>
  merge: (waiting: Change, added: Change) => Change
  /** `isLast`: no change waits, which would replace this one. */
  undo: (failed: Change, isLast: boolean) => void
}

/**
 * One request at a time, so that the last change is also the server's last. What comes meanwhile waits as one change,
 * which is sent at once when the page goes.
 */
function useSaving<Change>({ send, merge, undo }: Saving<Change>): (change: Change) => void {
  const queryClient = useQueryClient()
  const waiting = useRef<{ change: Change } | null>(null)
  const isSending = useRef(false)
  const { mutate } = useMutation({
    mutationKey: queryKey,
    mutationFn: send,
    onError: (error, change) => {
      undo(change, waiting.current === null)
      toastRequestFailure(t('inbox.not-saved'), error)
    },
    onSettled: () => {
      isSending.current = false
      sendWaiting()
      // A response in between would not know the changes that are still on their way.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1)
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const sendWaiting = () => {
    if (waiting.current === null) return
    const { change } = waiting.current
    waiting.current = null
    isSending.current = true
    mutate(change)
  }
  const onLeave = useEffectEvent(sendWaiting)
  useEffect(() => {
    const leave = () => onLeave()
    window.addEventListener('pagehide', leave)
    return () => window.removeEventListener('pagehide', leave)
  }, [])
  return (change) => {
    waiting.current = { change: waiting.current === null ? change : merge(waiting.current.change, change) }
    if (!isSending.current) sendWaiting()
  }
}

function withChoices(settings: NotificationSettings, changes: readonly Choice[]): NotificationSettings {
  const choices = settings.choices.map((choice) => {
    const changed = changes.filter(({ kind }) => kind === choice.kind)
    return { ...choice, ...Object.fromEntries(changed.map(({ channel, is_on }) => [channel, is_on])) }
  })
  return { ...settings, choices }
}
