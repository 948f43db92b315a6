import { createRequire } from 'node:module'

export type SmtpConnection = import('nodemailer/lib/smtp-connection').default

const require = createRequire(import.meta.url)

/**
 * Loaded with the first mail, to save the memory of workers that only score. As an ES module it would import `node:http`,
 * and with it undici, which takes 3 MB more.
 */
export const loadNodemailer = (): typeof import('nodemailer') => require('nodemailer')

/** One connection of nodemailer, step by step. */
export const loadSmtpConnection = (): typeof import('nodemailer/lib/smtp-connection') =>
  require('nodemailer/lib/smtp-connection')
