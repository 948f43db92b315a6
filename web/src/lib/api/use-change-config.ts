import { type Config, type RegistrationMode, siteEndpoints } from '@called-it/shared/contract/site'
import { type QueryClient, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastFailure } from '../../ui/toast.ts'
import { t } from '../words/texts.ts'
import { hasCode, request } from './api.ts'
import { toastAccessDenied } from './failure-toasts.ts'
import { queryKeys } from './query-keys.ts'

type ConfigChange = {
  set: { testModeEnabled?: boolean; siteOverlayEnabled?: boolean; registration?: RegistrationMode }
  /** For the toast, once it is done. */
  said: string
  held: Config
}

export type ChangeConfig = UseMutationResult<{ config: Config }, Error, ConfigChange>

/** Sends the version that the admin saw: the server refuses the change if another admin was faster. */
export function useChangeConfig(): ChangeConfig {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ set, held: { testModeEnabled, siteOverlayEnabled, version } }: ConfigChange) =>
      request(siteEndpoints.changeConfig, {
        body: { config: { testModeEnabled, siteOverlayEnabled, version, ...set } },
      }),
    onSuccess: ({ config }, { said }) => {
      keepNewest(queryClient, config)
      toast({ title: t('admin.updated'), description: said })
    },
    onError: async (error) => {
      if (toastAccessDenied(error)) return
      toastFailure(t('admin.update-failed'), describeFailure(error))
      // Awaited, so that the control goes straight to the server's state when the mutation ends.
      await queryClient.refetchQueries({ queryKey: queryKeys.config, exact: true })
    },
  })
}

/** The live event of a later change may arrive before the response to an earlier one. */
function keepNewest(queryClient: QueryClient, received: Config): void {
  queryClient.setQueryData<Config>(queryKeys.config, (held) =>
    held && held.version > received.version ? held : received,
  )
}

function describeFailure(error: unknown): string {
  return hasCode(error, 'stale_version') ? t('admin.other-admin') : t('admin.settings-fail')
}
