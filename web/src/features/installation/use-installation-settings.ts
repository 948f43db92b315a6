import {
  type InstallationSetting,
  installationSettingsEndpoints,
  type SettingName,
} from '@called-it/shared/contract/installation-settings'
import {
  queryOptions,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { ApiError, request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'

const { listInstallationSettings, changeInstallationSettings } = installationSettingsEndpoints
const queryKey = queryKeys.installationSettings

export type InstallationSettings = ReadonlyMap<SettingName, InstallationSetting>
/** Null takes the default. */
export type SettingChanges = Partial<Record<SettingName, string | null>>

type Listed = { settings: InstallationSetting[] }

export const installationSettingsQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }): Promise<Listed> => request(listInstallationSettings, { signal }),
})

export function useInstallationSettings(): UseQueryResult<InstallationSettings> {
  return useQuery({ ...installationSettingsQuery, select: byName, refetchOnMount: 'always' })
}

function byName({ settings }: Listed): InstallationSettings {
  return new Map(settings.map((setting) => [setting.name, setting]))
}

export function useChangeSettings(): UseMutationResult<Listed, Error, SettingChanges> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: SettingChanges) => request(changeInstallationSettings, { body: { settings } }),
    onSuccess: (changed) => {
      queryClient.setQueryData<Listed>(queryKey, changed)
      // They have the band, the issuers and the contact.
      for (const queryKey of [queryKeys.site, queryKeys.legal]) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
  })
}

/** What is wrong, by the environment variable; that may be one of another form, or one that no page has. */
export function issuesByName(error: unknown): ReadonlyMap<string, string> {
  const issues = error instanceof ApiError ? error.issues : []
  return new Map(issues.map(({ path, message }) => [path.replace(/^settings\./, ''), message]))
}
