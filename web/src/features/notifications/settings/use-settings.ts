import {
  type NotificationSettings,
  notificationSettingsEndpoints,
} from '@called-it/shared/contract/notification-settings'
import type { Channel } from '@called-it/shared/notifications/channels'
import type { ANNOUNCEMENT_KINDS } from '@called-it/shared/notifications/labels'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'

const { getNotificationSettings, setNotificationChoice, setNotificationTimes } = notificationSettingsEndpoints
const queryKey = queryKeys.notificationSettings
const NOT_SAVED = 'The setting was not saved'
/** One after the other, so that the last change is also the server's last. */
const inOrder = { mutationKey: queryKey, scope: { id: 'notification-settings' } }

export type Kind = (typeof ANNOUNCEMENT_KINDS)[number]
export type Times = { time_zone: string; quiet_from: number; quiet_until: number }
type Choice = { kind: Kind; channel: Channel; is_on: boolean }

export function useSettings() {
  return useQuery({ queryKey, queryFn: ({ signal }) => request(getNotificationSettings, { signal }) })
}

/** Shown at once and undone on failure, without touching other choices that are on their way. */
export function useSetChoice() {
  const update = useUpdate()
  return useMutation({
    ...inOrder,
    mutationFn: (body: Choice) => request(setNotificationChoice, { body }),
    onMutate: (choice) => update.show((settings) => withChoice(settings, choice)),
    onError: (error, choice) => {
      void update.show((settings) => withChoice(settings, { ...choice, is_on: !choice.is_on }))
      toastRequestFailure(NOT_SAVED, error)
    },
    onSettled: update.refetchAfterLast,
  })
}

/** Undone only if no other change follows, which sends all times. */
export function useSetTimes() {
  const update = useUpdate()
  return useMutation({
    ...inOrder,
    mutationFn: (body: Times) => request(setNotificationTimes, { body }),
    onMutate: async (times) => {
      const before = update.current()
      await update.show((settings) => ({ ...settings, ...times }))
      return before
    },
    onError: (error, _, before) => {
      if (before && update.isLast()) {
        const { time_zone, quiet_from, quiet_until } = before
        void update.show((settings) => ({ ...settings, time_zone, quiet_from, quiet_until }))
      }
      toastRequestFailure(NOT_SAVED, error)
    },
    onSettled: update.refetchAfterLast,
  })
}

function useUpdate() {
  const queryClient = useQueryClient()
  const current = () => queryClient.getQueryData<NotificationSettings>(queryKey)
  const isLast = () => queryClient.isMutating({ mutationKey: queryKey }) === 1
  return {
    current,
    show: async (change: (settings: NotificationSettings) => NotificationSettings) => {
      await queryClient.cancelQueries({ queryKey })
      const settings = current()
      if (settings) queryClient.setQueryData(queryKey, change(settings))
    },
    isLast,
    /** A response in between would not know the changes that are still on their way. */
    refetchAfterLast: () => {
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
  }
}

function withChoice(settings: NotificationSettings, { kind, channel, is_on }: Choice): NotificationSettings {
  const choices = settings.choices.map((choice) =>
    choice.kind === kind ? { ...choice, [channel]: is_on } : choice,
  )
  return { ...settings, choices }
}
