import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, pathId } from './fields.ts'

export const FILE_TYPES = ['image', 'document', 'other'] as const
export type FileType = (typeof FILE_TYPES)[number]

export const uploadedFile = z.object({
  /** Also in the zip of all files. */
  name: z.string(),
  type: z.enum(FILE_TYPES),
  /** In bytes. */
  size: z.int().nonnegative(),
  created: instant,
  path: z.string(),
})
export type UploadedFile = z.output<typeof uploadedFile>

export const FILES_PAGE = 25

export const fileEndpoints = {
  listUploads: defineEndpoint({
    method: 'GET',
    path: '/api/admin/uploads',
    access: 'admin',
    summary: 'The uploaded files, page by page',
    query: z.strictObject({ after: pathId.optional() }),
    response: z.object({
      files: z.array(uploadedFile),
      total: z.int().nonnegative(),
      /** Pass as `after` for the page that follows; null at the end. */
      next: z.int().positive().nullable(),
    }),
  }),
  downloadUploads: defineEndpoint({
    method: 'GET',
    path: '/api/admin/uploads/download',
    access: 'admin',
    summary: 'Every uploaded file in one zip, generated while it is sent',
    response: z.never(),
    download: 'application/zip',
  }),
} as const
