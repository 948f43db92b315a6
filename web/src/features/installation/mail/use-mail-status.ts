import { mailSettingsEndpoints } from '@called-it/shared/contract/mail-settings'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

export function useMailStatus() {
  return useQuery({
    queryKey: queryKeys.mailStatus,
    queryFn: ({ signal }) => request(mailSettingsEndpoints.getMailStatus, { signal }),
    // The sender follows from the address, and another admin may change both.
    refetchOnMount: 'always',
  })
}
