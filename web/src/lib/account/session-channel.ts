const CHANGES = ['login', 'logout'] as const
type SessionChange = (typeof CHANGES)[number]

let channel: BroadcastChannel | null = null

/** One for the tab, which therefore does not receive its own messages. Opened on use, never by the server. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('called-it:session')
  return channel
}

/** Informs the other tabs of this browser. */
export function announceSessionChange(change: SessionChange): void {
  openChannel().postMessage(change)
}

/** Returns the unsubscribe function. */
export function onSessionChange(listener: (change: SessionChange) => void): () => void {
  const opened = openChannel()
  const receive = ({ data }: MessageEvent<unknown>) => {
    const change = CHANGES.find((known) => known === data)
    if (change) listener(change)
  }
  opened.addEventListener('message', receive)
  return () => opened.removeEventListener('message', receive)
}
