/** Browsers may read the URL some time after the click. */
const REVOKE_DELAY_MS = 60_000

export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_DELAY_MS)
}
