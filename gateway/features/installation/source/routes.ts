import { findArtists, type SetlistSourceSetting } from '@called-it/infra/setlist-sources/catalogue'
import { RefusedUploadError } from '@called-it/infra/setlist-sources/refused-upload'
import { deleteOldUploads, storeUpload } from '@called-it/infra/setlist-sources/uploads'
import { said } from '@called-it/shared/languages/said'
import { actorOf } from '../../../auth/actor.ts'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { RequestParts } from '../../../parts.ts'
import { requestRun } from '../../../runs/request-run.ts'
import { uploadOf } from '../named-files.ts'
import { findSourceText, mirrorOf, parseSource } from './effective-source.ts'
import { lookAtSource, orFailure, permitOf } from './look-at-source.ts'

/** Of a test, with the wait for permits. */
const PATIENCE_MS = 15_000

type SourceHandlers = Pick<Handlers, 'getSourceStatus' | 'testSource' | 'findArtists' | 'uploadSetlists'>

export function sourceRoutes(parts: RequestParts): SourceHandlers {
  const { db } = parts.postgres
  const withPatience = (gone: AbortSignal) => AbortSignal.any([gone, AbortSignal.timeout(PATIENCE_MS)])
  return {
    async getSourceStatus() {
      const text = await findSourceText(parts)
      if (text === null) return { name: null, host: null, upload: null }
      const setting = parseSource(text, parts)
      return { name: setting.name, host: hostOf(setting), upload: uploadOf(text) }
    },
    async testSource({ body, signal }) {
      const text = body.source ?? (await findSourceText(parts))
      if (text === null) throw new ApiError('invalid', { text: { id: 'source.unreadable' } })
      const setting = parseSource(text, parts)
      if (setting.name === 'file') {
        throw new ApiError('invalid', { issues: [{ path: 'source', message: said('source.not-tested') }] })
      }
      return lookAtSource(db, setting, withPatience(signal))
    },
    async findArtists({ body: { api_key, name }, signal }) {
      const until = withPatience(signal)
      const site = { permit: permitOf(db, 'setlistfm'), until }
      const { found, failure } = await orFailure(until, () =>
        findArtists(api_key, name, mirrorOf(parts.settings.env), site),
      )
      return { artists: found && [...found], failure }
    },
    async uploadSetlists(request) {
      const { dataDir } = parts.config
      const source = await findSourceText(parts)
      // What cannot be read may name any of them.
      if (source !== null) await deleteOldUploads(dataDir, uploadOf(source))
      const upload = await storeUpload(dataDir, request.query.name, request.stream).catch(refuse)
      return requestRun(parts, actorOf(request), request.signal, 'check-import', { upload })
    },
  }
}

function hostOf(setting: SetlistSourceSetting): string | null {
  return 'baseUrl' in setting.options ? new URL(setting.options.baseUrl).host : null
}

function refuse(error: unknown): never {
  if (!(error instanceof RefusedUploadError)) throw error
  throw new ApiError('invalid', { text: error.text })
}
