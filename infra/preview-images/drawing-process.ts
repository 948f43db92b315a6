/** Draws what its parent sends, one after another, and ends with it. */

import { drawImage } from './draw-image.ts'
import type { DrawingJob } from './open-drawing.ts'

process.on('message', async (job) => {
  if (!isJob(job)) return
  const drawn = await drawImage(job.content, job.theme).catch(String)
  // The parent may have ended meanwhile.
  process.send?.(drawn, () => undefined)
})

function isJob(message: unknown): message is DrawingJob {
  return typeof message === 'object' && message !== null && 'content' in message && 'theme' in message
}
