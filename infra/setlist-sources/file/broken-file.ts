import { SetlistSourceError } from '../source.ts'

/** The header or the encoding of a file is broken, so that none of its rows can be trusted. */
export class BrokenFileError extends Error {
  override readonly name = 'BrokenFileError'
  readonly unknownColumns: readonly string[]

  constructor(message: string, unknownColumns: readonly string[] = []) {
    super(message)
    this.unknownColumns = unknownColumns
  }
}

/** Names the file but not its folder: admins read it, and the folder is the operator's. */
export function describeFileError(error: unknown, file: string): unknown {
  if (error instanceof Error && 'code' in error && 'syscall' in error) {
    return new SetlistSourceError('unreachable', `${file}: cannot be read (${error.code})`)
  }
  return error
}
