import type { Language } from '../languages/formats.ts'

/** The declarative form, which WebKit shows by itself and the service worker shows in other browsers. */
export type PushPayload = {
  readonly web_push: 8030
  readonly notification: {
    readonly title: string
    readonly body: string
    /** With the origin. */
    readonly navigate: string
    readonly lang: Language
    /** A notification replaces the one with the same tag. */
    readonly tag: string
    /** How many notifications are unread. */
    readonly app_badge: string
  }
}

/** Services take 3,993 bytes of payload at least. */
const MAX_BODY = 800

export function pushPayload(
  { title, text, link }: { title: string; text: string; link: string | null },
  given: { language: Language; publicUrl: string; tag: string; unread: number },
): PushPayload {
  return {
    web_push: 8030,
    notification: {
      title,
      body: text.length > MAX_BODY ? `${text.slice(0, MAX_BODY - 1)}…` : text,
      navigate: `${given.publicUrl}${link ?? '/notifications'}`,
      lang: given.language,
      tag: given.tag,
      app_badge: String(given.unread),
    },
  }
}
