/** Draws what its parent sends, one after another, and ends with it. */

import { drawIcon } from './draw-icon.ts'
import { drawImage } from './draw-image.ts'
import type { DrawingJob } from './open-drawing.ts'

process.on('message', async (job) => {
  if (!isJob(job)) return
  const drawing = 'icon' in job ? drawIcon(job.icon) : drawImage(job.content, job.theme, job.language)
  const drawn = await drawing.catch(String)
  // The parent may have ended meanwhile.
  process.send?.(drawn, () => undefined)
})

function isJob(message: unknown): message is DrawingJob {
  return (
    typeof message === 'object' &&
    message !== null &&
    ('icon' in message || ('content' in message && 'theme' in message && 'language' in message))
  )
}
