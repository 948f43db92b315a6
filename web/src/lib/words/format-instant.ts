const INSTANT = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** In the device's time zone: `Jul 4, 9:41 PM`. */
export function formatInstant(instant: string): string {
  return INSTANT.format(new Date(instant))
}

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** In the device's time zone: `9:41 PM`. */
export function formatTime(instant: string): string {
  return TIME.format(new Date(instant))
}
