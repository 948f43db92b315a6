const KB = 1024
const MB = 1024 * KB

/** A size as people read it: bytes below 1024, KB below a megabyte, else MB, the last two with one decimal. */
export function printFileSize(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`
  return bytes < MB ? `${(bytes / KB).toFixed(1)} KB` : `${(bytes / MB).toFixed(1)} MB`
}
