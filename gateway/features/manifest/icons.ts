import { createHash } from 'node:crypto'
import { ICONS_PATH } from '@called-it/shared/contract/served-page'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import type { Icon } from '../../preview-images/draw-icon.ts'
import { openDrawingProcess } from '../../preview-images/open-drawing.ts'

export type IconKind = Pick<Icon, 'purpose' | 'size'>

/** Chromium asks for the first two sizes. */
export const MANIFEST_ICONS: readonly IconKind[] = (['any', 'maskable'] as const).flatMap((purpose) =>
  [192, 512].map((size) => ({ purpose, size })),
)

/** iOS cuts its corners. */
const TOUCH_ICON: IconKind = { purpose: 'maskable', size: 180 }

/** Raised when icons are drawn differently, since browsers keep them. */
const DRAWING_VERSION = 1

export type Icons = {
  /** Changes with what the icons show. */
  readonly revision: string
  pathOf(kind: IconKind): string
  readonly touchIconPath: string
  /**
   * Null for an unknown kind.
   *
   * @throws ApiError `unavailable` when it cannot be drawn now
   */
  find(kind: { purpose: string; size: number }): Promise<Buffer | null>
}

type Look = GatewayParts['look']

/** The icons of the app, drawn when the first one is asked for and kept until the look changes. */
export function openIcons({ look, log }: Pick<GatewayParts, 'look' | 'log'>): Icons {
  let current: { look: Look; revision: string; drawn: Promise<Map<string, Buffer>> | null } | null = null

  function read() {
    const { logo, accent } = look
    if (current?.look.logo === logo && current.look.accent === accent) return current
    const revision = createHash('sha256')
      .update(JSON.stringify([DRAWING_VERSION, { logo, accent }]))
      .digest('hex')
      .slice(0, 16)
    current = { look: { logo, accent }, revision, drawn: null }
    return current
  }

  /** In a process of its own: previews are drawn one at a time in theirs. */
  async function drawAll(icon: Look): Promise<Map<string, Buffer>> {
    const drawing = openDrawingProcess()
    try {
      const icons = new Map<string, Buffer>()
      for (const kind of [...MANIFEST_ICONS, TOUCH_ICON]) {
        icons.set(nameOf(kind), await drawing.drawIcon({ ...icon, ...kind }))
      }
      return icons
    } catch (error) {
      current = null
      log.error({ err: error }, 'the icons were not drawn')
      throw new ApiError('unavailable')
    } finally {
      drawing.close()
    }
  }

  const pathOf = (kind: IconKind) => `${ICONS_PATH}/${read().revision}-${nameOf(kind)}.png`
  return {
    get revision() {
      return read().revision
    },
    pathOf,
    get touchIconPath() {
      return pathOf(TOUCH_ICON)
    },
    async find(kind) {
      const icons = read()
      icons.drawn ??= drawAll(icons.look)
      return (await icons.drawn).get(nameOf(kind)) ?? null
    },
  }
}

function nameOf({ purpose, size }: { purpose: string; size: number }): string {
  return `${purpose}-${size}`
}
