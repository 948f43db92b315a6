import type { Endpoint } from '@called-it/shared/contract/endpoint'
import { useMutation } from '@tanstack/react-query'
import { saveBlob } from '../browser/save-blob.ts'
import { openDownload } from './api.ts'

type DownloadParts = {
  /** Where the server names none. */
  fileName: string
  /** Called when the file begins to arrive. */
  onBegin?: () => void
  onError: (error: unknown) => void
}

/** Fetches a file, so that a failure is seen, and saves it. Browsers keep a large blob on disk. */
export function useDownload(
  endpoint: Endpoint & { download: string },
  { fileName, onBegin, onError }: DownloadParts,
) {
  return useMutation({
    mutationFn: async (params?: object) => {
      const file = await openDownload(endpoint, params)
      onBegin?.()
      saveBlob(await file.read(), file.fileName ?? fileName)
    },
    onError,
  })
}
