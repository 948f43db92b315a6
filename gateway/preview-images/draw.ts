import type { PreviewTheme } from '@called-it/shared/contract/preview-images'
import { COLOURS, type Colours } from './colours.ts'
import type { PreviewContent } from './content.ts'
import { drawBoard } from './draw-board.ts'
import { drawInvitation } from './draw-invitation.ts'
import { drawSeason } from './draw-season.ts'
import { drawShare } from './draw-share.ts'
import { drawShow } from './draw-show.ts'
import { drawFrame } from './frame.ts'
import type { Drawing } from './text.ts'

export function draw(content: PreviewContent, theme: PreviewTheme): Drawing {
  const colours = COLOURS[theme]
  const { shapes, texts } = drawContent(content, colours)
  return { shapes: drawFrame(theme, colours) + shapes, texts }
}

function drawContent(content: PreviewContent, colours: Colours): Drawing {
  switch (content.kind) {
    case 'share':
      return drawShare(content, colours)
    case 'show':
      return drawShow(content, colours)
    case 'board':
      return drawBoard(content, colours)
    case 'invitation':
      return drawInvitation(content, colours)
    case 'season':
      return drawSeason(content, colours)
  }
}
