const KB = 1024
const MB = 1024 * KB

/** As in `12 bytes`, `1.5 KB`, `5.3 MB`. */
export function formatFileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`
  return bytes < MB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / MB).toFixed(1)} MB`
}
