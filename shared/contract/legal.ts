import { z } from 'zod'
import type { Language } from '../languages/formats.ts'
import { defineEndpoint } from './endpoint.ts'

const section = z.object({ title: z.string(), text: z.array(z.string()) })
const texts = z.object({ privacy: z.array(section), terms: z.array(section) }).partial()

/** What the operator has written in place of the texts of the product. */
export const legal = z.object({
  /** A URI to reach the operator; null where the profile and SECURITY_CONTACT have none. */
  contact: z.string().nullable(),
  /** In English. */
  ...texts.shape,
  translations: z.record(z.string(), texts).optional(),
})
export type Legal = z.output<typeof legal>
export type LegalPage = keyof z.output<typeof texts>
export type LegalSection = z.output<typeof section>

/** Null where the operator has written none. English takes the place of what is not translated. */
export function sectionsOf(
  { translations, ...english }: Legal,
  page: LegalPage,
  language: Language,
): readonly LegalSection[] | null {
  return translations?.[language]?.[page] ?? english[page] ?? null
}

export const legalEndpoints = {
  getLegalTexts: defineEndpoint({
    method: 'GET',
    path: '/api/legal',
    access: 'visitor',
    summary: "The operator's own texts on privacy and terms, and the contact",
    response: legal,
  }),
} as const
