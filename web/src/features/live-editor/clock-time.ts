const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })

/** By the device's clock, which is in the hall: `9:41 PM`. */
export function clockTime(instant: string): string {
  return TIME.format(new Date(instant))
}
