import { passkeyEndpoints } from '@called-it/shared/contract/passkeys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast.ts'
import { request } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { t } from '../words/texts.ts'
import { createPasskey } from './passkey.ts'
import { toastPasskeyFailure } from './passkey-failure.ts'

/** Its result has the recovery codes that came with the passkey. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string | null) => {
      const response = await createPasskey(await request(passkeyEndpoints.passkeyAddOptions))
      return request(passkeyEndpoints.addPasskey, { body: { response, ...(name !== null && { name }) } })
    },
    onSuccess: ({ new_codes: _, ...own }) => {
      queryClient.setQueryData(queryKeys.passkeys, own)
      void queryClient.invalidateQueries({ queryKey: queryKeys.currentUser })
      toast({ title: t('passkey.added') })
    },
    onError: (error) => toastPasskeyFailure(t('passkey.not-added'), error),
  })
}
