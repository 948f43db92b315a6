import { createRequire } from 'node:module'

/**
 * Loaded with the first mail, to save the memory of workers that only score. As an ES module it would import `node:http`,
 * and with it undici, which takes 3 MB more.
 */
export const loadNodemailer = (): typeof import('nodemailer') => createRequire(import.meta.url)('nodemailer')
