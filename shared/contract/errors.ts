import { z } from 'zod'
import { AVATAR_LIMITS } from './fields.ts'

/** Every error of the API. Errors with details replace the message where they are thrown. */
export const ERRORS = {
  malformed: { status: 400, message: 'The request could not be read.' },
  malformed_path: { status: 400, message: 'The address of the request is malformed.' },
  invalid_token: { status: 400, message: 'Invalid or expired token.' },
  token_expired: {
    status: 400,
    message: 'This verification link has expired. Please request a new verification email.',
  },
  token_used: { status: 400, message: 'This verification link has already been used.' },
  not_logged_in: { status: 401, message: 'You need to be logged in to do this.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials. Please try again.' },
  not_allowed: { status: 403, message: "You don't have permission to perform this action" },
  email_not_verified: {
    status: 403,
    message: 'Please verify your email address first. You can request a new verification email.',
  },
  reauthentication_required: { status: 403, message: 'Please enter your current password once more.' },
  wrong_password: { status: 403, message: 'This is not your current password.' },
  wrong_registration_password: {
    status: 403,
    message: 'This is not the password that was chosen with this registration.',
  },
  foreign_origin: { status: 403, message: 'Requests from other sites are refused.' },
  test_mode_off: { status: 403, message: 'Test mode is switched off.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  show_not_found: { status: 404, message: 'Show not found' },
  tour_not_found: { status: 404, message: 'Tour not found' },
  user_not_found: { status: 404, message: 'User not found' },
  song_not_found: { status: 404, message: 'Song not found' },
  run_not_found: { status: 404, message: 'Run not found' },
  dead_job_not_found: { status: 404, message: 'There is no such dead job.' },
  prediction_not_found: { status: 404, message: 'No prediction found for this show' },
  setlist_not_found: { status: 404, message: 'Setlist not found for this show' },
  conflict_not_found: { status: 404, message: 'This conflict is settled.' },
  proposal_not_found: { status: 404, message: 'This proposal was taken, dropped or replaced.' },
  rename_not_found: { status: 404, message: 'This name of the song was accepted, dropped or is obsolete.' },
  method_not_allowed: { status: 405, message: 'This cannot be done here.' },
  upload_too_slow: { status: 408, message: 'The picture took too long to arrive. Please try again.' },
  not_scored: {
    status: 409,
    message: "Scoring data not available. Either the prediction or the show hasn't been scored yet.",
  },
  picks_open: { status: 409, message: 'Picks for this show are still open.' },
  picks_closed: { status: 409, message: 'Picks for this show are closed.' },
  show_not_begun: {
    status: 409,
    message: 'The first song can be entered from three hours before the start.',
  },
  show_past: { status: 409, message: 'This show is over. Its setlist is edited on the setlist desk.' },
  setlist_begun: { status: 409, message: 'This show has a setlist, so its picks stay closed.' },
  show_cancelled: { status: 409, message: 'This show is cancelled.' },
  show_scored: { status: 409, message: 'This show has been scored. Its picks are closed.' },
  show_excluded: { status: 409, message: 'The source excludes this show, so it cannot be scored.' },
  merge_cycle: { status: 409, message: 'That song is this one already.' },
  last_admin: { status: 409, message: 'You are the last admin. Somebody else has to become one first.' },
  stale_version: { status: 409, message: 'This was changed somewhere else in the meantime.' },
  run_not_failed: { status: 409, message: 'Only a run that has failed can be retried.' },
  superseded: { status: 409, message: 'A newer request for this show was executed first.' },
  import_retires_many: {
    status: 409,
    message: 'This import would retire more than a third of the songs or shows.',
  },
  demo_source_only: {
    status: 409,
    message: 'Only the demo band plays demo shows: SETLIST_SOURCE is not demo.',
  },
  too_many_songs: { status: 409, message: 'There is no room for more songs.' },
  too_large: { status: 413, message: 'The request is too large.' },
  picture_too_large: {
    status: 413,
    message: `Please choose a smaller picture: up to ${AVATAR_LIMITS.bytes / 1024 ** 2} MB and ${AVATAR_LIMITS.pixels / 1e6} megapixels.`,
  },
  wrong_type: { status: 415, message: 'The request has a content type that is not accepted here.' },
  not_a_picture: { status: 415, message: 'Please choose a JPEG, PNG, WebP, GIF or AVIF picture.' },
  misdirected: {
    status: 421,
    message: 'This site does not answer to this host name. Its operator sets the name with PUBLIC_URL.',
  },
  invalid: { status: 422, message: 'Some fields are not valid.' },
  empty_prediction: { status: 422, message: 'Please select at least one song for your prediction.' },
  song_not_listed: { status: 422, message: 'A picked song is no longer in the song list.' },
  too_many_requests: { status: 429, message: 'Too many tries. Please wait a moment.' },
  internal: { status: 500, message: 'An unexpected error occurred. Please try again.' },
  source_failed: { status: 502, message: 'The setlist source could not be read.' },
  source_malformed: { status: 502, message: 'The setlist source sent something that could not be read.' },
  unavailable: { status: 503, message: 'This is not available right now. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof ERRORS

const errorCode = z.string()

/** An invalid field of a 422; `path` as in `setlist.set1.3`. */
export const issue = z.object({ path: z.string(), message: z.string() })
export type Issue = z.output<typeof issue>

export const errorBody = z.object({
  message: z.string(),
  code: errorCode,
  issues: z.array(issue).optional(),
})
export type ErrorBody = z.output<typeof errorBody>
