const TOUCHES = ['pointerdown', 'touchmove', 'wheel', 'keydown'] as const
/** Longer than a thumb takes to the next letter, and a head to the next word. */
const PAUSE_MS = 1500

type Work = () => Promise<unknown>

const waiting: Work[] = []
let pause: ReturnType<typeof setTimeout> | undefined

/**
 * Does work that nobody waits for: from the reader's first touch on, a piece in each pause that they make, so that none
 * comes between a touch and its answer. What fails is left to whoever needs it.
 */
export function whenReaderPauses(work: Work): void {
  if (waiting.length === 0) for (const touch of TOUCHES) addEventListener(touch, onTouch, LISTENING)
  waiting.push(work)
}

/** Seen on its way down, where nobody has stopped it yet. */
const LISTENING = { passive: true, capture: true }

function onTouch(): void {
  clearTimeout(pause)
  pause = setTimeout(() => void workOn(), PAUSE_MS)
}

async function workOn(): Promise<void> {
  const work = waiting.shift()
  if (waiting.length === 0) for (const touch of TOUCHES) removeEventListener(touch, onTouch, LISTENING)
  await work?.().catch(() => {})
  if (waiting.length > 0) onTouch()
}
