const TOUCHES = ['pointerdown', 'touchmove', 'wheel', 'keydown'] as const
/** Longer than a thumb takes to the next letter, and a head to the next word. */
const PAUSE_MS = 1500

/** Seen on its way down, where nobody has stopped it yet. */
const LISTENING = { passive: true, capture: true }

type Work = () => Promise<unknown>

/** Does work that nobody waits for. What fails is left to whoever needs it. */
export type Pauses = (work: Work) => void

/**
 * From the reader's first touch on, a piece of work in each pause that they make, so that none comes between a touch and
 * its answer.
 */
export function createPauses(): Pauses {
  const waiting: Work[] = []
  let pause: ReturnType<typeof setTimeout> | undefined

  const onTouch = () => {
    clearTimeout(pause)
    pause = setTimeout(() => void workOn(), PAUSE_MS)
  }
  const workOn = async () => {
    const work = waiting.shift()
    if (waiting.length === 0) for (const touch of TOUCHES) removeEventListener(touch, onTouch, LISTENING)
    await work?.().catch(() => {})
    if (waiting.length > 0) onTouch()
  }
  return (work) => {
    if (waiting.length === 0) for (const touch of TOUCHES) addEventListener(touch, onTouch, LISTENING)
    waiting.push(work)
  }
}

/** The pauses of whoever reads this page. */
export const whenReaderPauses = createPauses()
