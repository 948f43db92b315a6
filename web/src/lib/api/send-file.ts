import type { Endpoint, ResponseBody } from '@called-it/shared/contract/endpoint'
import { ApiError, parseBody } from './api.ts'

type SendOptions = {
  headers?: Readonly<Record<string, string>>
  signal: AbortSignal
  /** With the bytes that are sent so far. */
  onProgress: (sent: number) => void
}

/**
 * Sends a file of any length as it is read. `fetch` would not say how far it is. There is no time limit.
 *
 * @throws ApiError when the status is not OK, TypeError when the network fails, DOMException when aborted
 */
export async function sendFile<E extends Endpoint & { streamed: true }>(
  endpoint: E,
  file: Blob,
  { headers = {}, signal, onProgress }: SendOptions,
): Promise<ResponseBody<E>> {
  const sending = new XMLHttpRequest()
  const ended = new Promise<void>((resolve, reject) => {
    sending.addEventListener('load', () => resolve())
    sending.addEventListener('error', () => reject(new TypeError('network error')))
    sending.addEventListener('abort', () => reject(signal.reason))
  })
  const stop = () => sending.abort()
  signal.addEventListener('abort', stop)
  sending.upload.addEventListener('progress', ({ loaded }) => onProgress(loaded))
  sending.open(endpoint.method, endpoint.path)
  sending.setRequestHeader('content-type', 'application/octet-stream')
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value)
  sending.send(file)
  await ended.finally(() => signal.removeEventListener('abort', stop))
  const { status, statusText, responseText } = sending
  if (status !== 200) throw new ApiError(status, statusText, responseText)
  return parseBody<E['response']>(endpoint.response, { body: JSON.parse(responseText), redirectedTo: null })
}
