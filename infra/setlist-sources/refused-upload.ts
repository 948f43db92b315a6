import { english } from '@called-it/languages/texts'
import type { Worded } from '@called-it/shared/languages/translate'

/** What was uploaded cannot be files of setlists. */
export class RefusedUploadError extends Error {
  override readonly name = 'RefusedUploadError'
  readonly text: Worded

  constructor(text: Worded) {
    super(english(text))
    this.text = text
  }
}
