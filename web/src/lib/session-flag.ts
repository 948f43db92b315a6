import { SESSION_FLAG } from '@called-it/shared/contract/served-page'

const FLAG = `${SESSION_FLAG.name}=${SESSION_FLAG.value}`

/** Without a session the current user is not asked for: browsers log each 401 as an error. */
export function hasSession(): boolean {
  return document.cookie.split('; ').includes(FLAG)
}
