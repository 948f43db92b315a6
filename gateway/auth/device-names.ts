import Bowser from 'bowser'

/** Null where unknown. */
export type DeviceNames = { readonly browser: string | null; readonly system: string | null }

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SYSTEMS = new Set(Object.values(Bowser.OS_MAP))

/** Longer than browsers send: the parser tries some hundred patterns. */
const MAX_USER_AGENT = 400

/** Only names that the parser lists: the header may hold any text, and they come into mails. */
export function nameDevice(userAgent = ''): DeviceNames {
  // The parser refuses an empty one.
  const parser = Bowser.getParser(userAgent.slice(0, MAX_USER_AGENT) || '-')
  const [browser, system] = [parser.getBrowserName(), parser.getOSName()]
  return { browser: BROWSERS.has(browser) ? browser : null, system: SYSTEMS.has(system) ? system : null }
}
