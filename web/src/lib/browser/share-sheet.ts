/** The sheet must follow the tap within seconds. */
const IMAGE_TIMEOUT_MS = 2_000

type Shared = { readonly text: string; readonly url: string; readonly imagePath: string }

export function hasShareSheet(): boolean {
  return 'share' in navigator
}

/** Opens the device's sheet, with the image where the browser takes files. A fan may close it again. */
export async function openShareSheet({ text, url, imagePath }: Shared): Promise<void> {
  const link = { text, url }
  const image = await readImage(imagePath)
  const withImage = { ...link, files: image ? [image] : [] }
  const takesFiles = image !== null && 'canShare' in navigator && navigator.canShare(withImage)
  try {
    await navigator.share(takesFiles ? withImage : link)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  }
}

async function readImage(path: string): Promise<File | null> {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(IMAGE_TIMEOUT_MS) })
    return response.ok ? new File([await response.blob()], 'card.png', { type: 'image/png' }) : null
  } catch {
    return null
  }
}
